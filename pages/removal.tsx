import { Eye, MailCheck, Trash2 } from "lucide-react";
import type { GetServerSideProps, PageConfig } from "next";
import Head from "next/head";
import { DRAFT_COOKIE, nextPage } from "@/app/(hosted)/removal/addresses";
import { sessionCookie } from "@/app/current-actor";
import { Heading, InlineLink, Point, StepLink } from "@/components/acts/parts";
import { RemovalShell } from "@/components/removals/filing/shell";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { tooMany } from "@/lib/api/rate-limits";
import { findSession } from "@/lib/domain/parties/people";
import { type Draft, findRemovalDraft } from "@/lib/domain/removals";
import { ADDRESS_CODE } from "@/lib/domain/removals/filing/labels";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { type Env, env } from "@/lib/platform/env";
import type { PlainPage } from "./_app";

export const config: PageConfig = { unstable_runtimeJS: false };

type Props = { continueHref: string | null; refusal: string | null; help: Env["removalHelp"] };

export const getServerSideProps: GetServerSideProps<Props> = async ({ req, query }) => {
  const draft = await findRemovalDraft(req.cookies[DRAFT_COOKIE] || undefined);
  const props = {
    continueHref: draft && (await isTheirs(draft, req.cookies[sessionCookie()])) ? nextPage(draft) : null,
    refusal: query.full === undefined ? null : tooMany("requests"),
    help: env().removalHelp,
  };
  return { props: JSON.parse(JSON.stringify(props)) };
};

/** Whether this browser may see a draft: one about a record in somebody's account, only while they are signed in. */
async function isTheirs({ answers }: Draft, sessionToken: string | undefined): Promise<boolean> {
  if (!answers.account) return true;
  const session = sessionToken ? await findSession(sessionToken) : null;
  return session?.user.id === answers.account.userId;
}

/**
 * The start of a removal request: what it can do and what it can’t, and where else to turn. Opening it changes nothing, and it loads
 * no scripts.
 */
const RemovalPage: PlainPage<Props> = ({ continueHref, refusal, help }) => (
  <RemovalShell>
    <Head>
      <title>{`Ask for a removal · ${SERVICE_NAME}`}</title>
      <meta
        key="description"
        name="description"
        content="Are you shown in an image or video that should not be there? Ask for it to be taken down."
      />
    </Head>
    <div className="flex flex-col gap-8">
      {refusal ? <Callout tone="waiting">{refusal}</Callout> : null}
      <Heading title="Ask for something to be taken down">
        <p>
          Are you shown in an image or video that should not be there? Tell us. It takes about five minutes, and you
          need no account.
        </p>
        <p className="pt-2">
          Are you in danger, or under 18? <InlineLink href="#help">See who can help now</InlineLink>
        </p>
      </Heading>
      <ul className="flex flex-col gap-6">
        <Point icon={<MailCheck aria-hidden />} title="What you do">
          You answer a few questions, one at a time. Then you press a button in an email, so that we can reach you.
        </Point>
        <Point icon={<Trash2 aria-hidden />} title="What we do">
          A custodian, one of our staff, looks at it. What they confirm must come down on every platform that works with
          us, by a deadline. For intimate images without consent it is 48 hours, or 72 if they aren’t published.
        </Point>
        <Point icon={<Eye aria-hidden />} title="Who learns of it">
          Only our custodians read your name, your address and your words. Platforms never get them. {ADDRESS_CODE}
        </Point>
      </ul>
      <div className="flex flex-col gap-3">
        {continueHref ? <StepLink href={continueHref}>Continue your request</StepLink> : null}
        <form method="post" action="/removal/start">
          <Button type="submit" variant={continueHref ? "secondary" : "primary"} size="lg" className="max-sm:w-full">
            {continueHref ? "Start over" : "Start"}
          </Button>
        </form>
        {continueHref ? (
          <form method="post" action="/removal/start">
            <Button type="submit" name="only" value="forget" variant="ghost" className="max-sm:w-full">
              Delete my answers from this browser
            </Button>
          </form>
        ) : null}
      </div>
      <section className="flex flex-col gap-2">
        <h2 className="font-medium">What this page can’t do</h2>
        <p className="text-muted">
          We can’t remove content from search engines, or from websites that don’t work with us. We can’t call the
          police for you.
        </p>
      </section>
      <section id="help" className="flex scroll-mt-6 flex-col gap-3">
        <h2 className="font-medium">Help from others</h2>
        <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface px-4">
          {help.map(({ name, what, url, phone }) => (
            <li key={name} className="flex flex-col gap-1 py-3">
              <span className="font-medium">
                {url ? (
                  <a href={url} rel="noreferrer" className="rounded-sm text-accent-text underline underline-offset-4">
                    {name}
                  </a>
                ) : (
                  name
                )}
                {phone ? (
                  <a href={`tel:${phone}`} className="ml-2 whitespace-nowrap rounded-sm underline underline-offset-4">
                    {phone}
                  </a>
                ) : null}
              </span>
              <span className="text-muted text-sm">{what}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  </RemovalShell>
);
RemovalPage.isBare = true;

export default RemovalPage;
