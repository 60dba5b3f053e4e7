import type { ProductionView } from "@/lib/domain/productions";
import { renewableFrom } from "@/lib/domain/productions/certificates/states";

/** What a producer does next in a production, or waits for. */
export type Stage =
  | "missing"
  | "ready"
  | "sealing"
  | "failed"
  | "held"
  | "documented"
  | "imported"
  | "changed"
  | "changed_missing"
  | "ending"
  | "ended"
  | "takedown_pending"
  | "takedown_complete"
  | "revoked";

/** A production's most urgent stage. */
export function stageOf(production: ProductionView, now: Date): Stage {
  const { status, checklist, sealing, failure, package: sealed, hasUnsealedChanges } = production;
  if (status !== "pending_documentation" && status !== "documented") return status;
  if (sealing) return "sealing";
  if (failure?.isHeld) return "held";
  if (failure && checklist.isComplete) return "failed";
  if (status === "pending_documentation") return checklist.isComplete ? "ready" : "missing";
  if (!sealed) return "imported";
  if (hasUnsealedChanges) return checklist.isComplete ? "changed" : "changed_missing";
  const current = currentOf(production);
  if (!current || !isRenewable(current, now)) return "documented";
  return current.expiresAt <= now ? "ended" : "ending";
}

/** Whether the producer can seal the records now. */
export const isSealable = (stage: Stage, { checklist }: Pick<ProductionView, "checklist">): boolean =>
  checklist.isComplete && ["ready", "failed", "changed", "imported"].includes(stage);

/** Whether the records can still be sealed, now or after a change. */
export const isOpen = ({ status }: Pick<ProductionView, "status">): boolean =>
  status === "pending_documentation" || status === "documented";

/** Whether the producer can change what a seal covers. */
export const isEditable = ({ status, sealing }: Pick<ProductionView, "status" | "sealing">): boolean =>
  sealing === null && isOpen({ status });

/** A production's current certificate. */
export const currentOf = ({ certificates }: Pick<ProductionView, "certificates">) =>
  certificates.find(({ status }) => status === "CURRENT");

/** The certificate that the producer can renew now. One of an earlier system has no sealed records, so it is replaced by a seal. */
export function renewableOf(production: Pick<ProductionView, "status" | "certificates">, now: Date) {
  const current = currentOf(production);
  if (production.status !== "documented" || !current || current.origin === "imported") return null;
  return isRenewable(current, now) ? current : null;
}

/** Whether a current certificate of sealed records can be renewed now. */
export const isRenewable = ({ expiresAt }: { expiresAt: Date }, now: Date): boolean => now >= renewableFrom(expiresAt);
