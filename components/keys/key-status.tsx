import { StatusBadge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { PortalKey } from "@/lib/domain/keys/schemas";

/** Where a key stands, and since or until when. */
export function KeyStatus({ item }: { item: PortalKey }) {
  const { status, mode, revokeAt, revokedAt, expiresAt } = item;
  if (mode === "test" && status === "active") return <StatusBadge>Refused: test mode</StatusBadge>;
  if (status === "active") return <StatusBadge tone="done">Active</StatusBadge>;
  const [label, at] =
    status === "ending"
      ? (["Active, ends", revokeAt] as const)
      : status === "revoked"
        ? (["Revoked", revokedAt ?? revokeAt] as const)
        : (["Expired", expiresAt] as const);
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <StatusBadge tone={status === "ending" ? "waiting" : "neutral"}>{label}</StatusBadge>
      {at ? <Time at={at} className="text-muted text-xs" /> : null}
    </span>
  );
}
