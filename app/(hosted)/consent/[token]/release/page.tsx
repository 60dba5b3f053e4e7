import { redirect } from "next/navigation";
import { Heading, QuietLink, SceneTitle } from "@/components/acts/parts";
import { Clauses, ExactText } from "@/components/scenes/consent/release-clauses";
import { ReportOpened } from "@/components/scenes/consent/report-opened";
import { HostedShell } from "@/components/shell/site";
import { Callout } from "@/components/ui/callout";
import { LargeSubmit } from "@/components/ui/form";
import { Time } from "@/components/ui/time";
import { openedAction } from "../actions";
import { findRelease, recordView, refusalOf, releaseOf, requireAsked, signingOf, startOf, ticked } from "../visitor";

export const metadata = { title: "Read the release" };

type Query = Partial<Record<"changed" | "missing" | "open" | "give", string | string[]>>;
type Props = { params: Promise<{ token: string }>; searchParams: Promise<Query> };

/** Of the form around the clauses. Its buttons carry the ticked boxes from page to page, without scripts too. */
const FORM = "answers";

/**
 * The whole release: its clauses in plain words, each with the exact text folded below it and a box for what it asks, and what follows
 * either way. No box is ticked until the person ticks it, and nothing is decided here.
 */
export default async function ReleasePage({ params, searchParams }: Props) {
  const { token } = await params;
  const asked = await requireAsked(token);
  const { changed, missing, open, give } = await searchParams;
  const release = await findRelease(asked, ticked(give));
  if (!release) redirect(startOf(token));
  const allOpen = open === "all";
  const { visitor } = asked;
  await recordView(visitor, allOpen ? "release, exact texts open" : "release, exact texts folded");
  const { partnerName, title, isJob, performer } = visitor;
  const { version, introduction, sections, terms } = release;
  const texts = (
    <>
      <section aria-labelledby="allows">
        <h2 id="allows" className="sr-only">
          What you allow
        </h2>
        <Clauses sections={sections} from={1} allOpen={allOpen} />
      </section>
      <section aria-labelledby="protects" className="flex flex-col gap-3">
        <h2 id="protects" className="font-semibold">
          What protects you, and what you confirm
        </h2>
        <Clauses sections={terms} from={sections.length + 1} allOpen={allOpen} />
      </section>
      <div className="rounded-lg border border-line bg-surface">
        <ExactText
          clause={0}
          isOpen={allOpen}
          summary={
            <>
              <h2 className="font-medium text-sm">Who this release is between</h2>
              <p className="text-muted text-xs">Version {version}</p>
            </>
          }
        >
          {introduction}
        </ExactText>
      </div>
    </>
  );
  return (
    <HostedShell partnerName={partnerName}>
      <div className="flex flex-col gap-6">
        {changed === undefined ? null : (
          <Callout tone="waiting" live title="The release has changed">
            You haven’t signed yet. Read the new text first.
          </Callout>
        )}
        {missing === undefined ? null : (
          <Callout tone="waiting" live title="Depiction isn’t ticked">
            Without it, there is nothing to sign. Tick it, or refuse below.
          </Callout>
        )}
        <Heading title="What you agree to">
          <p>
            For <SceneTitle>{title}</SceneTitle>. Sign or refuse before{" "}
            <Time at={performer.scene.expiresAt} as="datetime" />.
          </p>
          <p className="pt-1 text-sm">
            Tick what you consent to. The scene can’t be published without what is “needed”.{" "}
            {allOpen ? (
              <>
                You sign the exact text below each summary.{" "}
                <FormLink to={releaseOf(token)} open="">
                  Show summaries only
                </FormLink>
              </>
            ) : (
              <>
                Open a clause for the exact text that you sign, or{" "}
                <FormLink to={releaseOf(token)} open="all">
                  show every exact text
                </FormLink>
                .
              </>
            )}
          </p>
        </Heading>
        <form id={FORM} method="get" action={signingOf(token)} className="flex flex-col gap-6">
          {/* The next page asks only for a signature under the text that this one showed. */}
          <input type="hidden" name="read" value={release.unanswered} />
          {allOpen ? texts : <ReportOpened report={openedAction.bind(null, token)}>{texts}</ReportOpened>}
        </form>
        <dl className="flex flex-col gap-2 text-sm">
          <div>
            <dt className="font-medium">Who sees your ID</dt>
            <dd className="text-muted">
              Our custodians of records and inspectors, never {partnerName} or the {isJob ? "producer" : "creator"}.
            </dd>
          </div>
          <div>
            <dt className="font-medium">If you refuse</dt>
            <dd className="text-muted">
              The scene can’t be published through us. {partnerName} learns that you refused,{" "}
              {isJob ? "but not why" : "and which of three reasons you chose"}.
            </dd>
          </div>
        </dl>
        <div className="flex flex-col items-start gap-1">
          <LargeSubmit form={FORM}>Continue to sign</LargeSubmit>
          <QuietLink href={refusalOf(token)}>I don’t agree</QuietLink>
        </div>
      </div>
    </HostedShell>
  );
}

type FormLinkProps = { to: string; open: string; children: string };

/** The same page with the texts open or folded. A button that looks like a link, so that the ticked boxes stay. */
const FormLink = ({ to, open, children }: FormLinkProps) => (
  <button
    type="submit"
    form={FORM}
    formAction={to}
    name="open"
    value={open}
    className="cursor-pointer rounded-sm text-accent-text underline underline-offset-4"
  >
    {children}
  </button>
);
