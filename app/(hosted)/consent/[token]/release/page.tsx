import { redirect } from "next/navigation";
import { Heading, InlineLink, QuietLink, SceneTitle, StepLink } from "@/components/acts/parts";
import { Clauses, ExactText } from "@/components/scenes/consent/release-clauses";
import { ReportOpened } from "@/components/scenes/consent/report-opened";
import { HostedShell } from "@/components/shell/site";
import { Callout } from "@/components/ui/callout";
import { Time } from "@/components/ui/time";
import { openedAction } from "../actions";
import { findRelease, recordView, refusalOf, releaseOf, requireAsked, signingOf, startOf } from "../visitor";

export const metadata = { title: "Read the release" };

type Query = { changed?: string | string[]; open?: string | string[] };
type Props = { params: Promise<{ token: string }>; searchParams: Promise<Query> };

/** The whole release: its clauses in plain words, each with the exact text folded below it, and what follows either way. */
export default async function ReleasePage({ params, searchParams }: Props) {
  const { token } = await params;
  const asked = await requireAsked(token);
  const release = await findRelease(asked);
  if (!release) redirect(startOf(token));
  const { changed, open } = await searchParams;
  const allOpen = open === "all";
  const { visitor } = asked;
  await recordView(visitor, allOpen ? "release, exact texts open" : "release, exact texts folded");
  const { partnerName, title, isJob, performer } = visitor;
  const { version, introduction, sections, terms, shown } = release;
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
        <Heading title="What you agree to">
          <p>
            For <SceneTitle>{title}</SceneTitle>. Sign or refuse before{" "}
            <Time at={performer.scene.expiresAt} as="datetime" />.
          </p>
          <p className="pt-1 text-sm">
            {allOpen ? (
              <>
                Each clause starts with a summary in plain words. You sign the exact text below it.{" "}
                <InlineLink href={releaseOf(token)}>Show summaries only</InlineLink>
              </>
            ) : (
              <>
                This is a summary in plain words. You sign the exact text: open a clause to read it, or{" "}
                <InlineLink href={`${releaseOf(token)}?open=all`}>show every exact text</InlineLink>.
              </>
            )}
          </p>
        </Heading>
        {allOpen ? (
          <div className="flex flex-col gap-6">{texts}</div>
        ) : (
          <ReportOpened report={openedAction.bind(null, token)}>{texts}</ReportOpened>
        )}
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
          {/* The next page asks only for a signature under the text that this one showed. */}
          <StepLink href={`${signingOf(token)}?read=${shown}`}>Continue to sign</StepLink>
          <QuietLink href={refusalOf(token)}>I don’t agree</QuietLink>
        </div>
      </div>
    </HostedShell>
  );
}
