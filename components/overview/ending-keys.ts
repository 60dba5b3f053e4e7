import type { PortalKey } from "@/lib/domain/keys/schemas";
import { DAY_MS } from "@/lib/platform/duration";

const DAYS_AHEAD = 7;

export type EndingKey = Pick<PortalKey, "id" | "name" | "mode" | "prefix"> & {
  at: string;
  planned: boolean;
  last: boolean;
};

/**
 * The live keys that stop working within seven days of `now`, by a planned revocation or by expiry, the next one first.
 * `last`: no live key outlives it.
 */
export function endingKeys(live: readonly PortalKey[], now: Date): EndingKey[] {
  const soon = now.getTime() + DAYS_AHEAD * DAY_MS;
  const ends = live.map((key) => ({ key, at: endOf(key) }));
  return ends
    .flatMap(({ key: { id, name, mode, prefix, revokeAt }, at }) =>
      at !== null && at <= soon
        ? [
            {
              id,
              name,
              mode,
              prefix,
              at: new Date(at).toISOString(),
              planned: revokeAt !== null && Date.parse(revokeAt) === at,
              last: !ends.some((other) => other.key.id !== id && (other.at === null || other.at > at)),
            },
          ]
        : [],
    )
    .toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

function endOf({ revokeAt, expiresAt }: PortalKey): number | null {
  const ends = [revokeAt, expiresAt].flatMap((at) => (at ? [Date.parse(at)] : []));
  return ends.length > 0 ? Math.min(...ends) : null;
}
