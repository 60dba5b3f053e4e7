import { StatusBadge } from "@/components/ui/badge";
import type { SuspendReason } from "@/lib/domain/accounts/schemas";
import { AwayLink } from "./away-link";
import { Heading } from "./heading";

type OnHoldProps = {
  partnerName: string;
  redirectUrl: string | null;
  reason: SuspendReason | null;
  /** Whom to write to, with the address. */
  custodian: string;
};

/** To somebody whose account at this platform is held: by whom, and who can end it. */
export function OnHold({ partnerName, redirectUrl, reason, custodian }: OnHoldProps) {
  const { title, words } = wordsOf(reason, partnerName, custodian);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-start gap-3">
        <StatusBadge tone="waiting">On hold</StatusBadge>
        <Heading title={title}>{words}</Heading>
      </div>
      <p>Your records and all that you have shown us stay as they are: you will not have to show them again.</p>
      {redirectUrl ? <AwayLink href={redirectUrl} partnerName={partnerName} /> : null}
    </div>
  );
}

function wordsOf(reason: SuspendReason | null, partnerName: string, custodian: string) {
  switch (reason) {
    case "partner_deactivated":
      return {
        title: `${partnerName} has paused your account`,
        words: `Only ${partnerName} can take you back, so that is whom to ask. Until then there is nothing to do here.`,
      };
    case "platform_lapsed":
      return {
        title: `${partnerName} has something to settle`,
        words: `Its creators cannot upload until it has done so. There is nothing that you have to do: your account goes on by itself.`,
      };
    default:
      return {
        title: `We have put your account at ${partnerName} on hold`,
        words: `You cannot upload there for now. To ask why, or to object, write to ${custodian}.`,
      };
  }
}
