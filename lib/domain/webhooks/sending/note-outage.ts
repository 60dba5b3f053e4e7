import { mailAdmins, NEWS_EVERY_MS } from "@/lib/domain/webhooks/mail-admins";
import type { Tx } from "@/lib/platform/db";
import type { Result } from "./settle";

/** What results say of one endpoint: `exhausted` when one of its deliveries was, or may be, given up. */
type Seen = { id: string; arrived: boolean; failed: boolean; exhausted: boolean };

/**
 * Locks the endpoints for which results may change anything, before the deliveries are written: whoever changes both takes
 * the endpoint first. Most results change nothing here, and then nothing is locked. The ids.
 */
export async function lockChanging(
  tx: Tx,
  results: readonly Result[],
  { mayExhaust }: { mayExhaust: ReadonlySet<string> },
): Promise<string[]> {
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT e.id
    FROM json_to_recordset(${JSON.stringify(seenOf(results, mayExhaust))}::json)
      AS s(id text, arrived bool, failed bool, exhausted bool)
    JOIN webhook_endpoints e ON e.id = s.id
    WHERE e.deleted_at IS NULL AND (
      s.exhausted OR (s.arrived AND (e.failing_since IS NOT NULL OR (s.failed AND e.told > 0)))
      OR (s.failed AND NOT s.arrived AND e.failing_since IS NULL))
    ORDER BY e.id FOR NO KEY UPDATE OF e`;
  return locked.map(({ id }) => id);
}

/**
 * Keeps since when each endpoint has been failing, and tells the partner's admins of a delivery that was given up: at once,
 * unless they know that nothing arrives there, or were told so less than a day ago; then it is noted, and the clock tells it
 * (`tellOutages`), as it tells long outages and that an endpoint works again. `locked` are those of `lockChanging`.
 */
export async function noteOutage(
  tx: Tx,
  results: readonly Result[],
  { exhausted, locked, now }: { exhausted: ReadonlySet<string>; locked: readonly string[]; now: Date },
): Promise<void> {
  const held = new Set(locked);
  const rows = seenOf(results, exhausted).filter(({ id }) => held.has(id));
  if (rows.length === 0) return;
  const longAgo = new Date(now.getTime() - NEWS_EVERY_MS);
  // What is given up in an outage that people were told of is part of it, as long as nothing has arrived since.
  const changed = await tx.$queryRaw<{ id: string; isTold: boolean }[]>`
    WITH seen AS (
      SELECT s.*, is_news, is_news AND coalesce(e.told_at <= ${longAgo}::timestamptz, true) AS is_told
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS s(id text, arrived bool, failed bool, exhausted bool)
      JOIN webhook_endpoints e ON e.id = s.id
      CROSS JOIN LATERAL (
        SELECT s.exhausted AND NOT (e.told > 0 AND coalesce(e.failing_since <= e.told_at, false)) AS is_news) n)
    UPDATE webhook_endpoints e
    SET failing_since = CASE WHEN s.arrived THEN NULL ELSE coalesce(e.failing_since, ${now}::timestamptz) END,
        told = greatest(s.is_told::int,
          CASE WHEN e.failing_since IS NULL AND NOT s.arrived THEN least(e.told, 1) ELSE e.told END),
        told_at = CASE WHEN s.is_told THEN ${now}::timestamptz ELSE e.told_at END,
        untold_since = CASE WHEN s.is_told THEN NULL WHEN s.is_news THEN coalesce(e.untold_since, ${now}::timestamptz)
                            ELSE e.untold_since END,
        works_since = CASE WHEN NOT s.arrived OR (e.told = 0 AND NOT s.is_told) THEN NULL
                           WHEN s.failed THEN ${now}::timestamptz ELSE coalesce(e.works_since, ${now}::timestamptz) END
    FROM seen s WHERE e.id = s.id
    RETURNING e.id, s.is_told AS "isTold"`;
  for (const { id, isTold } of changed) if (isTold) await mailAdmins(tx, { endpointId: id, news: "given_up" });
}

function seenOf(results: readonly Result[], exhausted: ReadonlySet<string>): Seen[] {
  const seen = new Map<string, Seen>();
  for (const { delivery, attempt } of results) {
    const id = delivery.endpointId;
    const one = seen.get(id) ?? { id, arrived: false, failed: false, exhausted: exhausted.has(id) };
    seen.set(id, one);
    if (attempt.succeeded) one.arrived = true;
    else one.failed = true;
  }
  return [...seen.values()];
}
