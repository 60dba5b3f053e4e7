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
          It is not told that you declined, and it learns nothing about you from us, not even that we know you. We will
          not write to you about it again. You can close this page.
        </Heading>
      </div>
      {redirectUrl ? <AwayLink href={redirectUrl} partnerName={partnerName} primary={false} /> : null}
      <RoomLine>
        Changed your mind? In your own room you see every platform that asked for you, with what you answered.
      </RoomLine>
    </div>
  );
}
