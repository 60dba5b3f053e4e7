import type { ReactNode } from "react";
import { AccountLine, QuietLink, SceneTitle, StatusHeading } from "@/components/acts/parts";
import type { Tone } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { PerformerStage } from "@/lib/domain/scenes";

type ClosedStage = Exclude<PerformerStage, { at: "asked" | "signed" }>;

type ClosedProps = {
  partnerName: string;
  title: string;
  stage: ClosedStage;
  /** They withdrew distribution since. */
  isWithdrawn?: boolean;
  /** Where the person's signed copy and its proofs are; null until they are made. */
  filesUrl: string | null;
  /** Where a performer asks for a greenlit scene to be taken down; null for who hasn't proven to be one. */
  removalUrl: string | null;
};

/** A scene that is decided or over. It doesn't say who else decided. */
export function Closed({ partnerName, title, stage, isWithdrawn = false, filesUrl, removalUrl }: ClosedProps) {
  const scene = <SceneTitle>{title}</SceneTitle>;
  const { tone, status, heading, text } = isWithdrawn ? withdrawn(scene) : wordsOf(stage, partnerName, scene);
  return (
    <div className="flex flex-col gap-6">
      <StatusHeading tone={tone} status={status} title={heading}>
        {text}
      </StatusHeading>
      {"signedAt" in stage && stage.signedAt ? (
        <div className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 sm:p-6">
          <p>
            Signed on <Time at={stage.signedAt} as="datetime" />. We keep your release on record.
          </p>
          <CopyLine url={filesUrl} />
        </div>
      ) : null}
      {removalUrl && stage.at === "greenlit" ? (
        <p className="text-muted text-sm">
          Want it taken down later? <QuietLink href={removalUrl}>Ask for removal</QuietLink>
        </p>
      ) : null}
      {filesUrl ? <AccountLine>Your account lists the scenes you signed, with your copies.</AccountLine> : null}
    </div>
  );
}

type Words = { tone: Tone; status: string; heading: string; text: ReactNode };

const withdrawn = (scene: ReactNode): Words => ({
  tone: "neutral",
  status: "Withdrawn",
  heading: "You withdrew distribution",
  text: <>A custodian reviews the removal of {scene}. You don’t have to do anything.</>,
});

function wordsOf(stage: ClosedStage, partnerName: string, scene: ReactNode): Words {
  const nothing = "You don’t have to do anything.";
  switch (stage.at) {
    case "greenlit":
      return {
        tone: "done",
        status: "Greenlit",
        heading: "Everyone consented",
        text: (
          <>
            {partnerName} may publish {scene}. Greenlit on <Time at={stage.greenlitAt} as="datetime" />.
          </>
        ),
      };
    case "refused":
      return {
        tone: "neutral",
        status: "Refused",
        heading: "You refused",
        text: (
          <>
            You refused {scene} on <Time at={stage.refusedAt} as="datetime" />. It is blocked for good, and we told{" "}
            {partnerName}. {nothing}
          </>
        ),
      };
    case "blocked":
      return {
        tone: "neutral",
        status: "Blocked",
        heading: "This scene is blocked",
        text: (
          <>
            {scene} can’t be published through us, because not everyone in it agreed. {nothing}
          </>
        ),
      };
    case "expired":
      return {
        tone: "neutral",
        status: "Expired",
        heading: "The time to decide is over",
        text: (
          <>
            Not everyone consented to {scene} in time, so it can’t be published through us. {nothing}
          </>
        ),
      };
    case "cancelled":
      return {
        tone: "neutral",
        status: "Canceled",
        heading: `${partnerName} canceled this scene`,
        text: (
          <>
            It no longer asks for your consent to {scene}. {nothing}
          </>
        ),
      };
  }
}

/** The person's signed copy and proofs of the signature: `url` is null until the copy is made, some seconds after the signature. */
export const CopyLine = ({ url }: { url: string | null }) =>
  url ? (
    <p className="flex flex-wrap gap-x-6 gap-y-2">
      <QuietLink href={`${url}/copy`}>Download your signed copy</QuietLink>
      <QuietLink href={`${url}/proofs`}>Download proofs</QuietLink>
    </p>
  ) : (
    <p className="text-muted text-sm">We email you a link to your signed copy in a moment. It also appears here.</p>
  );
