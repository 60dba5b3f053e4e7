import { mailAdmins } from "@/lib/domain/webhooks/mail-admins";
import type { Tx } from "@/lib/platform/db";
import type { Result } from "./settle";

type Change = { id: string; before: number; told: number };

/**
 * Keeps since when each endpoint has been failing. The first delivery that is given up and the first that arrives again
 * after it are told to the partner's admins, once each; long outages are told by the clock (`tellLongOutages`).
 */
export async function noteHealth(
  tx: Tx,
  results: readonly Result[],
  { exhausted, now }: { exhausted: ReadonlySet<string>; now: Date },
): Promise<void> {
  const arrived = new Set(
    results.filter(({ attempt }) => attempt.succeeded).map(({ delivery }) => delivery.endpointId),
  );
  const rows = [...new Set(results.map(({ delivery }) => delivery.endpointId))].map((id) => ({
    id,
    arrived: arrived.has(id),
    exhausted: exhausted.has(id),
  }));
  // Most attempts change nothing here, and then write nothing.
  const changes = await tx.$queryRaw<Change[]>`
    WITH seen AS (SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS s(id text, arrived bool, exhausted bool)),
    held AS (
      SELECT e.id, e.told, s.arrived, s.exhausted FROM webhook_endpoints e JOIN seen s ON s.id = e.id
      WHERE CASE WHEN s.arrived THEN e.failing_since IS NOT NULL
                 ELSE e.failing_since IS NULL OR (s.exhausted AND e.told = 0) END
      ORDER BY e.id FOR NO KEY UPDATE OF e)
    UPDATE webhook_endpoints e
    SET failing_since = CASE WHEN h.arrived THEN NULL ELSE coalesce(e.failing_since, ${now}::timestamptz) END,
        told = CASE WHEN h.arrived THEN 0 WHEN h.exhausted THEN greatest(h.told, 1) ELSE h.told END
    FROM held h WHERE e.id = h.id
    RETURNING e.id, h.told AS before, e.told`;
  for (const { id, before, told } of changes) {
    if (before === 0 && told === 1) await mailAdmins(tx, { endpointId: id, news: "given_up" });
    if (before > 0 && told === 0) await mailAdmins(tx, { endpointId: id, news: "recovered" });
  }
}
