import type { ReactNode } from "react";
import { CustodianNote, StepLink } from "@/components/acts/parts";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { LargeSubmit } from "@/components/ui/form";
import { Time } from "@/components/ui/time";
import type { IdentityStage } from "@/lib/domain/identity";
import { photosInSentence } from "@/lib/domain/identity/documents";
import { inReviewText } from "@/lib/domain/identity/labels";
import { againText, rejectionWording } from "@/lib/domain/identity/rejection-reasons";
import { CopyLine } from "./closed";

type PartProps = { title: string; tone: Tone; status: string; children?: ReactNode };

const Part = ({ title, tone, status, children }: PartProps) => (
  <li className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 sm:p-6">
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h2 className="font-medium">{title}</h2>
      <StatusBadge tone={tone}>{status}</StatusBadge>
    </div>
    {children}
  </li>
);

type ReleasePartProps = { signedAt: Date | null; url: string; filesUrl: string | null };

/** The release: still to read and sign, or signed. */
export function ReleasePart({ signedAt, url, filesUrl }: ReleasePartProps) {
  if (!signedAt) {
    return (
      <Part title="The release" tone="waiting" status="Not signed">
        <p className="text-muted">Read what you agree to, then sign or refuse.</p>
        <StepLink href={url}>Read the release</StepLink>
      </Part>
    );
  }
  return (
    <Part title="The release" tone="done" status="Signed">
      <p className="text-muted">
        You signed it on <Time at={signedAt} as="datetime" />.
      </p>
      <CopyLine url={filesUrl} />
    </Part>
  );
}

type IdPartProps = {
  id: IdentityStage;
  partnerName: string;
  /** The step where an open draft continues, or where the better photos are sent that a custodian asked for. */
  url: string | null;
  action: () => Promise<void>;
  /** Whether it is the only thing missing. */
  isNext: boolean;
  /** How long a custodian usually takes; null when nobody can say. */
  reviewMs: number | null;
};

/** The person's ID: to show, in review, to show again, or verified. */
export function IdPart({ id, partnerName, url, action, isNext, reviewMs }: IdPartProps) {
  const button = (label: string) => (
    <form action={action}>
      <LargeSubmit variant={isNext ? "primary" : "secondary"}>{label}</LargeSubmit>
    </form>
  );
  switch (id.at) {
    case "verified":
      return <Part title="Your ID" tone="done" status="Verified" />;
    case "submitted":
      if (id.check.photosAskedAt) {
        return (
          <Part title="Your ID" tone="waiting" status="Better photo needed">
            <p className="text-muted">
              We need {photosInSentence(id.check.photosAsked, id.check.documentType)} again. Everything else stays as it
              is.
            </p>
            {url ? <StepLink href={url}>Send the photo</StepLink> : null}
          </Part>
        );
      }
      return (
        <Part title="Your ID" tone="neutral" status="In review">
          <p className="text-muted">{inReviewText({ driver: id.check.driver, reviewMs })}</p>
        </Part>
      );
    case "draft":
      return (
        <Part title="Your ID" tone="waiting" status="Started">
          <p className="text-muted">We saved what you entered.</p>
          {url ? <StepLink href={url}>Continue with your ID</StepLink> : null}
        </Part>
      );
    case "rejected":
      return <RejectedPart check={id.check} partnerName={partnerName} again={button("Try again")} />;
    case "refused":
      return (
        <Part title="Your ID" tone="neutral" status="Refused">
          <p>The date of birth you entered makes you younger than 18, so we can’t continue. We deleted it.</p>
          <p className="text-muted">
            Was it a typo? You can try again <Time at={id.until} as="relative" />. We don’t tell {partnerName}.
          </p>
        </Part>
      );
    case "begun_elsewhere":
    case "ready":
      return (
        <Part title="Your ID" tone="waiting" status="Needed">
          <p className="text-muted">
            A passport, driver’s license, ID card or residence permit, and a photo of you. About three minutes.
          </p>
          {button("Show your ID")}
        </Part>
      );
  }
}

type RejectedPartProps = {
  check: { rejectionReason: string | null; rejectionNote: string | null };
  partnerName: string;
  again: ReactNode;
};

function RejectedPart({ check, partnerName, again }: RejectedPartProps) {
  const { happened, remedy } = rejectionWording(check.rejectionReason);
  const isFinal = check.rejectionReason === "under_age";
  return (
    <Part title="Your ID" tone={isFinal ? "neutral" : "waiting"} status={isFinal ? "Not verified" : "Needed again"}>
      <p>{happened}</p>
      <p className="text-muted">{remedy}</p>
      <CustodianNote note={check.rejectionNote} className="text-sm" />
      {isFinal ? null : (
        <>
          <p className="text-muted">{againText(check.rejectionReason)}</p>
          {again}
        </>
      )}
      <p className="text-muted text-sm">We don’t tell {partnerName}.</p>
    </Part>
  );
}
