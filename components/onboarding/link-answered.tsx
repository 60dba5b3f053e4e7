import { StatusBadge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import { AwayLink, Heading, OnLink, RoomLine } from "./parts";

type LinkApprovedProps = {
  partnerName: string;
  redirectUrl: string | null;
  decidedAt: Date | null;
  /** Everything is done: the platform was told that they are verified. */
  active: boolean;
  /** Where what is left to do is shown. */
  onward: string;
};

/** To somebody who said yes: what follows from it, and what is left. */
export function LinkApproved({ partnerName, redirectUrl, decidedAt, active, onward }: LinkApprovedProps) {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-start gap-3">
        <StatusBadge tone="done">Approved</StatusBadge>
        {active ? (
          <Heading title={`${partnerName} knows that you are verified`}>
            That is all it knows. You are done here: from our side you can upload there now.
          </Heading>
        ) : (
          <Heading title={`You are linked to ${partnerName}`}>
            One more thing before you can upload there. The next page shows what it is, and keeps your place if you stop
            halfway.
          </Heading>
        )}
      </div>
      {active ? null : <OnLink href={onward}>See what is left</OnLink>}
      {active && redirectUrl ? <AwayLink href={redirectUrl} partnerName={partnerName} /> : null}
      <RoomLine>
        {decidedAt ? (
          <>
            You approved <Time at={decidedAt} as="relative" />.{" "}
          </>
        ) : null}
        In your own room you see every platform that is linked to you, and can take it back.
      </RoomLine>
    </div>
  );
}

/** To somebody who said no. */
export function LinkDeclined({ partnerName, redirectUrl }: { partnerName: string; redirectUrl: string | null }) {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-start gap-3">
        <StatusBadge>Declined</StatusBadge>
        <Heading title={`${partnerName} is not linked to you`}>
          From us it learns nothing more about you: no name, no ID, not whether you are verified. It cannot log content
          of yours here; if it tries, it hears that you did not agree. We do not write to you about it again.
        </Heading>
      </div>
      {redirectUrl ? <AwayLink href={redirectUrl} partnerName={partnerName} primary={false} /> : null}
      <RoomLine>
        Changed your mind? In your own room you see every platform that asked for you, with what you answered.
      </RoomLine>
    </div>
  );
}
