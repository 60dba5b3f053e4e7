import { StatusBadge, type Tone } from "@/components/ui/badge";
import type { CertificateStatus } from "@/lib/domain/productions/certificates/labels";
import type { RecordState as State, ProductionStatus as Status } from "@/lib/domain/productions/labels";

export const PRODUCTION_STATUS_WORDS: Record<Status, string> = {
  pending_documentation: "Pending documentation",
  documented: "Documented",
  takedown_pending: "Takedown pending",
  takedown_complete: "Takedown complete",
  revoked: "Revoked",
};

const TONES: Record<Status, Tone> = {
  pending_documentation: "neutral",
  documented: "done",
  takedown_pending: "waiting",
  takedown_complete: "neutral",
  revoked: "harm",
};

/** A production's status. The API's value is in the tooltip. `waitsOnReader`: whether the reader is to document it. */
export const ProductionStatus = ({ status, waitsOnReader = false }: { status: Status; waitsOnReader?: boolean }) => (
  <span className="inline-flex" title={status}>
    <StatusBadge
      tone={waitsOnReader && status === "pending_documentation" ? "waiting" : TONES[status]}
      ended={status === "takedown_complete"}
    >
      {PRODUCTION_STATUS_WORDS[status]}
    </StatusBadge>
  </span>
);

const STATE_WORDS: Record<State, string> = {
  pending: "Pending",
  forms_signed: "Forms signed",
  in_review: "In review",
  id_verified: "ID verified",
  refused: "Refused",
  closed: "Scene closed",
};

const STATE_TONES: Record<State, Tone> = {
  pending: "neutral",
  forms_signed: "accent",
  in_review: "accent",
  id_verified: "done",
  refused: "harm",
  closed: "harm",
};

/** How far a performer's records are. */
export const RecordState = ({ state }: { state: State }) => (
  <span className="inline-flex" title={state}>
    <StatusBadge tone={STATE_TONES[state]}>{STATE_WORDS[state]}</StatusBadge>
  </span>
);

const CERTIFICATE_WORDS: Record<CertificateStatus, string> = {
  CURRENT: "Current",
  SUPERSEDED: "Superseded",
  REVOKED: "Revoked",
};

const CERTIFICATE_TONES: Record<CertificateStatus, Tone> = { CURRENT: "done", SUPERSEDED: "neutral", REVOKED: "harm" };

/** A certificate's status. A current one that has ended says so. */
export function CertificateStatusBadge({
  status,
  hasEnded = false,
}: {
  status: CertificateStatus;
  hasEnded?: boolean;
}) {
  const isOver = status === "CURRENT" && hasEnded;
  return (
    <span className="inline-flex" title={status}>
      <StatusBadge tone={isOver ? "waiting" : CERTIFICATE_TONES[status]} ended={status === "SUPERSEDED"}>
        {isOver ? "Ended" : CERTIFICATE_WORDS[status]}
      </StatusBadge>
    </span>
  );
}
