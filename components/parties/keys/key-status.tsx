import { StatusBadge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { PortalKey } from "@/lib/domain/parties/keys/schemas";
import { shownKey } from "@/lib/domain/parties/keys/states";

/** A key’s status, and since or until when. */
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

/** The characters of a key that we keep, in their places. */
export function KeyText(key: { mode: "live" | "test"; prefix: string; tail: string }) {
  const { mode, prefix, tail } = key;
  return (
    <span
      className="whitespace-nowrap font-mono text-xs"
      title="The dots are the key’s last 6 characters, a checksum that we don’t keep."
    >
      <span aria-hidden>{shownKey(key)}</span>
      <span className="sr-only">
        svc {mode}, starts with {prefix}, has {tail} before its last 6 characters
      </span>
    </span>
  );
}

/** When a key was last used, to the minute, or "Never". */
export function LastUse({ at }: { at: string | null }) {
  return at ? <Time at={at} /> : <span className="text-muted">Never</span>;
}
