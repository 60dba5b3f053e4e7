import { openSecret } from "@/lib/domain/webhooks/secret-seal";
import { clock } from "@/lib/platform/clock";
import { SealBroken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";

/**
 * The secrets that sign for endpoints right now, by endpoint, the newest first. One that does not open, because the master
 * key is another, is left out and told to the log: its endpoint's trouble is nobody else's.
 */
export async function liveSecrets(endpointIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db.webhookSecret.findMany({
    select: { id: true, endpointId: true, sealed: true },
    where: {
      endpointId: { in: [...new Set(endpointIds)] },
      OR: [{ retiresAt: null }, { retiresAt: { gt: clock.now() } }],
    },
    // The current one has no end yet.
    orderBy: { retiresAt: { sort: "desc", nulls: "first" } },
  });
  const live = new Map<string, string[]>();
  for (const row of rows) {
    try {
      live.set(row.endpointId, [...(live.get(row.endpointId) ?? []), openSecret(row)]);
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      log.error({ endpointId: row.endpointId, err: error }, "a webhook endpoint's secret does not open");
    }
  }
  return live;
}
