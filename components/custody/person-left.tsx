import { Callout } from "@/components/ui/callout";
import type { ViewedAccount } from "@/lib/domain/custody";

/** Why an account is suspended that no release can bring back. */
export const PersonLeft = ({ account: { partner } }: { account: ViewedAccount }) => (
  <Callout tone="waiting" title="The creator took this platform’s link back" className="mb-6">
    That is why the account is suspended, and no release ends it: only the creator can, by approving {partner.name}{" "}
    again in their own room. To {partner.name} it looks like a suspension by the service; do not tell it otherwise.
  </Callout>
);
