import { StatusBadge } from "@/components/ui/badge";
import { Heading } from "./heading";
import { OnLink } from "./on-link";

/** Paid before the ID was sent. */
export function Subscribed({ onward }: { onward: string }) {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-start gap-3">
        <StatusBadge tone="done">Subscribed</StatusBadge>
        <Heading title="Your subscription is paid">
          What is left is your ID: about three minutes, with a camera.
        </Heading>
      </div>
      <OnLink href={onward}>Continue with my ID</OnLink>
    </div>
  );
}
