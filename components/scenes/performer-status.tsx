import { StatusBadge } from "@/components/ui/badge";
import { quotedReason, type RefusalReason, type PerformerStatus as Status } from "@/lib/domain/scenes/labels";

const STATUS_WORDS: Record<Status, string> = {
  pending_consent: "Pending consent",
  consented: "Consented",
  refused: "Refused",
};

const TONES = { pending_consent: "neutral", consented: "done", refused: "harm" } as const;

type PerformerStatusProps = {
  status: Status;
  reason: RefusalReason | null;
  /** Whether the scene still waits for its performers. Afterwards, performers can't consent. */
  isOpen: boolean;
};

/** A performer's status, with the reason of a refusal. The API's value is in the tooltip. */
export function PerformerStatus({ status, reason, isOpen }: PerformerStatusProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2" title={status}>
      {status === "pending_consent" && !isOpen ? (
        <StatusBadge ended>No consent</StatusBadge>
      ) : (
        <StatusBadge tone={TONES[status]}>{STATUS_WORDS[status]}</StatusBadge>
      )}
      {reason ? <span className="text-muted">{quotedReason(reason)}</span> : null}
    </span>
  );
}

type Counts = { performerCount: number; consentedCount: number; refusedCount?: number };

export function consentText({ performerCount, consentedCount, refusedCount = 0 }: Counts): string {
  const consented = `${consentedCount} of ${performerCount} consented`;
  return refusedCount > 0 ? `${consented}, ${refusedCount} refused` : consented;
}
