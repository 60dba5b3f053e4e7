import type { PortalKey } from "@/lib/domain/parties/keys/schemas";
import { MINUTE_MS } from "@/lib/platform/duration";

/** A rotation's progress: the contract's four steps, and its end. */
export type RotationStep = "create" | "deploy" | "watch" | "revoke" | "done";

export const ROTATION_STEPS = [
  "Create the new key",
  "Deploy it",
  "Watch the traffic move",
  "Revoke the old key",
] as const;

/** A key used this recently may still be in a program. */
const QUIET_MS = 5 * MINUTE_MS;

/** The newest working key that replaces `old`. */
export function successorOf(old: PortalKey, keys: readonly PortalKey[]): PortalKey | undefined {
  return keys.find((key) => key.replacesId === old.id && (key.status === "active" || key.status === "ending"));
}

/**
 * Whether the old key's calls have stopped: the new one is in use, and the old one has been quiet for five minutes of
 * that.
 */
export function hasMoved(old: PortalKey, successor: PortalKey): boolean {
  if (!successor.lastUsedAt) return false;
  if (!old.lastUsedAt) return true;
  return new Date(successor.lastUsedAt).getTime() - new Date(old.lastUsedAt).getTime() >= QUIET_MS;
}

/** The rotation's current step, derived from the keys. */
export function rotationStep(old: PortalKey, successor: PortalKey | undefined): RotationStep {
  if (old.status === "revoked" || old.status === "expired") return "done";
  if (!successor) return "create";
  if (!successor.lastUsedAt) return "deploy";
  return hasMoved(old, successor) || old.status === "ending" ? "revoke" : "watch";
}
