import { Eye, MailCheck, Trash2 } from "lucide-react";
import type { Metadata } from "next";
import { TOO_MANY } from "@/app/(hosted)/browser";
import { currentSession } from "@/app/session";
import { Heading, InlineLink, Point, StepLink } from "@/components/acts/parts";
import { RemovalShell } from "@/components/removals/filing/shell";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { env } from "@/lib/platform/env";
import { forgetAction, startAction } from "./actions";
import { findDraft, nextPage } from "./draft";

export const metadata: Metadata = {
  title: "Ask for a removal",
  description: "Are you shown in an image or video that should not be there? Ask for it to be taken down.",
  robots: { index: true, follow: true },
};

/** The start of a removal request: what it can do and what it can’t, and where else to turn. Opening it changes nothing. */
export default async function RemovalPage({ searchParams }: { searchParams: Promise<{ full?: string | string[] }> }) {
  const draft = await findDraft();
  const owner = draft?.answers.account?.userId;
  const isTheirs = draft && (owner === undefined || (await currentSession())?.user.id === owner);
  const continueHref = isTheirs ? nextPage(draft) : null;
  const isFull = (await searchParams).full !== undefined;
  return (
    <RemovalShell>
      <div className="flex flex-col gap-8">
        {isFull ? <Callout tone="waiting">{TOO_MANY}</Callout> : null}
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
            A custodian, one of our staff, looks at it. What they confirm must come down on every platform that works
            with us, by a deadline. For intimate images it is 48 hours.
          </Point>
          <Point icon={<Eye aria-hidden />} title="Who learns of it">
            Only our custodians read your name, your address and your words. If a studio’s production names your email
            address, platforms get a fingerprint of it. Only a platform that already has the address can recognize it.
          </Point>
        </ul>
        <div className="flex flex-col gap-3">
          {continueHref ? <StepLink href={continueHref}>Continue your request</StepLink> : null}
          <form action={startAction}>
            <Button type="submit" variant={continueHref ? "secondary" : "primary"} size="lg" className="max-sm:w-full">
              {continueHref ? "Start over" : "Start"}
            </Button>
          </form>
          {continueHref ? (
            <form action={forgetAction}>
              <Button type="submit" variant="ghost" className="max-sm:w-full">
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
            {env().removalHelp.map(({ name, what, url, phone }) => (
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
}
