import { AccountLine, AwayLink, StatusHeading, StepLink } from "@/components/acts/parts";
import { Time } from "@/components/ui/time";

type LinkApprovedProps = {
  partnerName: string;
  redirectUrl: string | null;
  decidedAt: Date | null;
  /** Nothing is left to do, and we told the platform that the person is verified. */
  active: boolean;
  nextUrl: string;
};

/** The person approved the link. */
export function LinkApproved({ partnerName, redirectUrl, decidedAt, active, nextUrl }: LinkApprovedProps) {
  return (
    <div className="flex flex-col gap-6">
      <StatusHeading
        tone="done"
        status="Approved"
        title={active ? `${partnerName} knows that you are verified` : `You are linked to ${partnerName}`}
      >
        {active
          ? "That is all we tell it. You can upload there now."
          : "One more step before you can upload there. You can stop and come back later."}
      </StatusHeading>
      {active ? null : <StepLink href={nextUrl}>Continue</StepLink>}
      {active && redirectUrl ? <AwayLink href={redirectUrl} partnerName={partnerName} /> : null}
      <AccountLine>
        {decidedAt ? (
          <>
            You approved it <Time at={decidedAt} as="relative" />.{" "}
          </>
        ) : null}
        Your account lists your linked platforms. You can unlink them there.
      </AccountLine>
    </div>
  );
}

/** The person declined the link. */
export function LinkDeclined({ partnerName, redirectUrl }: { partnerName: string; redirectUrl: string | null }) {
  return (
    <div className="flex flex-col gap-6">
      <StatusHeading status="Declined" title={`${partnerName} is not linked to you`}>
        We tell it nothing about you. It can’t log content of yours; if it tries, it learns that you declined. We won’t
        email you about it again.
      </StatusHeading>
      {redirectUrl ? <AwayLink href={redirectUrl} partnerName={partnerName} primary={false} /> : null}
      <AccountLine>Changed your mind? You can change your answer in your account.</AccountLine>
    </div>
  );
}
