import { Ban, Eye } from "lucide-react";
import { redirect } from "next/navigation";
import { Heading, Point, QuietLink, SceneTitle, StepLink } from "@/components/acts/parts";
import { HostedShell } from "@/components/shell/site";
import { Callout } from "@/components/ui/callout";
import { Time } from "@/components/ui/time";
import type { ReleaseSection } from "@/lib/domain/scenes";
import { findRelease, recordView, refusalOf, requireAsked, signingOf, startOf } from "../visitor";

export const metadata = { title: "Read the release" };

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ changed?: string | string[] }> };

/** The whole release: what the performer agrees to, plain sentences beside the exact text, and what follows either way. */
export default async function ReleasePage({ params, searchParams }: Props) {
  const { token } = await params;
  const asked = await requireAsked(token);
  const release = await findRelease(asked);
  if (!release) redirect(startOf(token));
  const { visitor } = asked;
  await recordView(visitor, "release");
  const { partnerName, title, isJob, performer } = visitor;
  const { version, heading, introduction, sections, terms, shown } = release;
  return (
    <HostedShell partnerName={partnerName}>
      <div className="flex flex-col gap-8">
        {(await searchParams).changed === undefined ? null : (
          <Callout tone="waiting" live title="The release has changed">
            You haven’t signed yet. Read the new text first.
          </Callout>
        )}
        <Heading title="What you agree to">
          If you sign, you agree to four things for <SceneTitle>{title}</SceneTitle>. Each has a plain sentence, then
          the exact text. Sign or refuse before <Time at={performer.scene.expiresAt} as="datetime" />.
        </Heading>
        <article aria-labelledby="release" className="flex flex-col gap-6">
          <div className="flex flex-col gap-2">
            <h2 id="release" className="font-semibold">
              {heading}
            </h2>
            <p className="wrap-anywhere text-muted text-sm">{introduction}</p>
            <p className="text-muted text-xs">Version {version}</p>
          </div>
          <Sections sections={sections} from={1} />
          <h2 className="pt-2 font-semibold">What protects you, and what you confirm</h2>
          <Sections sections={terms} from={sections.length + 1} />
        </article>
        <ul className="flex flex-col gap-6 border-line border-t pt-6">
          <Point icon={<Eye aria-hidden />} title="Who sees your ID">
            Our custodians of records and inspectors, never {partnerName} or the {isJob ? "producer" : "creator"}. We
            record every view.
          </Point>
          <Point icon={<Ban aria-hidden />} title="If you refuse">
            The scene is blocked for good, and can’t be published through us. {partnerName} learns that you refused,{" "}
            {isJob ? "but not why" : "and which of three reasons you chose"}.
          </Point>
        </ul>
        <div className="flex flex-col items-start gap-3">
          {/* The next page asks only for a signature under the text that this one showed. */}
          <StepLink href={`${signingOf(token)}?read=${shown}`}>Continue to sign</StepLink>
          <QuietLink href={refusalOf(token)}>I don’t agree</QuietLink>
        </div>
      </div>
    </HostedShell>
  );
}

const Sections = ({ sections, from }: { sections: readonly ReleaseSection[]; from: number }) => (
  <ol className="flex flex-col gap-4" start={from}>
    {sections.map(({ heading, plain, legal }, index) => (
      <li key={heading} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 sm:p-6">
        <h3 className="font-medium text-muted text-sm">
          {from + index}. {heading}
        </h3>
        <div>
          <p className="text-muted text-xs">In plain words</p>
          <p className="font-medium">{plain}</p>
        </div>
        <p className="wrap-anywhere border-line-strong border-l-4 pl-4 text-muted text-sm">{legal}</p>
      </li>
    ))}
  </ol>
);
