import { StatusBadge } from "@/components/ui/badge";
import type { SoloStatus as Status, SuspendReason } from "@/lib/domain/accounts/states";
import { REASON_WORDS, reasonForService, STATUS_WORDS } from "./status-words";

const TONES = {
  active: "done",
  suspended: "harm",
  subscribed_pending_id: "neutral",
  pending_id_verification: "neutral",
} as const;

type SoloStatusProps = { status: Status; reason: SuspendReason | null; reader?: "partner" | "service" };

/** A creator's status in words, with the reason while suspended. The contract's own value is in the title. */
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
