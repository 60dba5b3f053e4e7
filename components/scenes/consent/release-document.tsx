import { Ban, Eye } from "lucide-react";
import { Heading, Point, StepLink } from "@/components/acts/parts";
import { Callout } from "@/components/ui/callout";
import { Time } from "@/components/ui/time";
import type { Release, ReleaseSection } from "@/lib/domain/scenes";
import { QuietLink, SceneTitle } from "./parts";

type ReleaseDocumentProps = {
  release: Pick<Release, "version" | "heading" | "introduction" | "sections" | "terms">;
  partnerName: string;
  title: string;
  /** Of a verification job. */
  isJob: boolean;
  expiresAt: Date;
  /** The text changed between reading and signing. */
  hasChanged: boolean;
  signUrl: string;
  refuseUrl: string;
};

/** The whole release: what the performer agrees to, what protects them, and what follows either way. */
export function ReleaseDocument(props: ReleaseDocumentProps) {
  const { release, partnerName, title, isJob, expiresAt, hasChanged, signUrl, refuseUrl } = props;
  const { version, heading, introduction, sections, terms } = release;
  return (
    <div className="flex flex-col gap-8">
      {hasChanged ? (
        <Callout tone="waiting" live title="The release has changed">
          You haven’t signed yet. Read the new text first.
        </Callout>
      ) : null}
      <Heading title="What you agree to">
        If you sign, you agree to four things for <SceneTitle>{title}</SceneTitle>. Each has a plain sentence, then the
        exact text. Sign or refuse before <Time at={expiresAt} as="datetime" />.
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
        <StepLink href={signUrl}>Continue to sign</StepLink>
        <QuietLink href={refuseUrl}>I don’t agree</QuietLink>
      </div>
    </div>
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
