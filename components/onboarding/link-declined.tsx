import { StatusBadge } from "@/components/ui/badge";
import { AwayLink } from "./away-link";
import { Heading } from "./heading";
import { RoomLine } from "./room-line";

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
