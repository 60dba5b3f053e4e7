import { StatusBadge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import { AwayLink } from "./away-link";
import { Heading } from "./heading";
import { OnLink } from "./on-link";
import { RoomLine } from "./room-line";

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
