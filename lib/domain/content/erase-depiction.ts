import type { Ctx } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { queueForSearch } from "@/lib/domain/search";
import type { Tx } from "@/lib/platform/db";
import { incomingKey } from "./copies/copy-upload";
import { sweepNow } from "./copies/sweep-objects";

/**
 * Erases a depiction whose seven years are over, row and copy. What its index entries need of it stays with them, until their
 * own clocks run out. The ledger keeps the hash of what was kept. The database refuses it while the record must be kept.
 */
export async function eraseDepiction(
  tx: Tx,
  ctx: Ctx,
  { depictionId, reason, detail = {} }: { depictionId: string; reason: string; detail?: Record<string, unknown> },
): Promise<void> {
  const { partnerId, title, contentUrl, externalContentId, keptKey, keptSha256 } = await tx.depiction.findUniqueOrThrow(
    {
      where: { id: depictionId },
    },
  );
  await tx.indexEntry.updateMany({
    where: { depictionId },
    data: { title, contentUrl, externalContentId },
  });
  await tx.depiction.delete({ where: { id: depictionId } });
  await queueForSearch(tx, "depiction", [depictionId]);
  for (const key of [keptKey, incomingKey(depictionId)]) if (key) await sweepNow(tx, key);
  const sha256 = keptSha256 && Buffer.from(keptSha256).toString("hex");
  const subject = { kind: "depiction", id: depictionId } as const;
  record(tx, { ctx, action: "depiction.erased", subject, partnerId, reason, detail: { sha256, ...detail } });
}
