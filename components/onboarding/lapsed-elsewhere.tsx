import { StatusBadge } from "@/components/ui/badge";
import { Heading } from "./heading";
import { OnLink } from "./on-link";

/** To a browser that a code let in, beside what was entered in another: the subscription ended, and the room is the way back. */
export function LapsedElsewhere({ partnerName }: { partnerName: string }) {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-start gap-3">
        <StatusBadge tone="waiting">On hold</StatusBadge>
        <Heading title="Your subscription has ended">
          Subscribe again in your own room, and you can upload to {partnerName} as before. You sign in there by a mail
          or a passkey. Your ID stays on record.
        </Heading>
      </div>
      <OnLink href="/creator">Go to my room</OnLink>
    </div>
  );
}
