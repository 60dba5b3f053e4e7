import { Callout } from "@/components/ui/callout";
import { OnLink } from "./on-link";

/** Beside an ID that is in review: the one step that is left. */
export function SubscribeLater({ href, price, partnerName }: { href: string; price: string; partnerName: string }) {
  return (
    <Callout
      tone="waiting"
      title="One step is left: your subscription"
      actions={<OnLink href={href}>Subscribe for {price} a month</OnLink>}
    >
      You can upload to {partnerName} once your ID is accepted and you subscribe, in whichever order.
    </Callout>
  );
}
