import { StatusBadge } from "@/components/ui/badge";
import {
  REASON_WORDS,
  STATUS_WORDS,
  type SoloStatus as Status,
  type SuspendReason,
} from "@/lib/domain/accounts/states";

const TONES = {
  active: "done",
  suspended: "harm",
  subscribed_pending_id: "neutral",
  pending_id_verification: "neutral",
} as const;

type SoloStatusProps = { status: Status; reason: SuspendReason | null; reader?: "partner" | "service" };

/** A creator's status, with the reason while suspended. The API's value is in the tooltip. */
export function SoloStatus({ status, reason, reader = "partner" }: SoloStatusProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2" title={status}>
      <StatusBadge tone={TONES[status]}>{STATUS_WORDS[status]}</StatusBadge>
      {reason ? (
        <span className="text-muted">{reader === "partner" ? REASON_WORDS[reason] : reasonForService(reason)}</span>
      ) : null}
    </span>
  );
}

/** The same for custodians, to whom the partner isn't "you". */
export const reasonForService = (reason: SuspendReason): string =>
  reason === "partner_deactivated" ? "deactivated by the partner" : REASON_WORDS[reason];

/** Who can end a suspension. */
export const CLEARED_BY: Record<SuspendReason, string> = {
  subscription_lapsed: "It ends when the creator pays again.",
  platform_lapsed: "It ends when your platform fee is paid.",
  partner_deactivated: "Only you can reactivate the account.",
  platform_deactivated: "Only we can end it. Contact support.",
  manual_suspension: "Only we can end it. Contact support.",
};
