import type { Ctx, ProducerActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { setProducerName } from "@/lib/domain/parties/producers";
import { inTransaction } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";

/**
 * Changes the name that the producer's statements print from now on. It is a change of every open production, which must be sealed
 * again to show it. Throws `InvalidField` `name`, and `Conflict` `sealing_in_progress`.
 */
export async function renameProducer(
  ctx: Ctx<ProducerActor>,
  { name }: { name: string },
): Promise<{ changed: boolean }> {
  const { producerId: id } = ctx.actor;
  return inTransaction(async (tx) => {
    if (!(await setProducerName(tx, id, name))) return { changed: false };
    // That locked the producer, so no seal starts meanwhile.
    const open = { production: { producerId: id }, sealedAt: null, failure: null };
    if ((await tx.sealedPackage.count({ where: open })) > 0) {
      throw new Conflict("sealing_in_progress", "The records of a production are being sealed. Try again in a minute.");
    }
    await tx.$executeRaw`
      UPDATE productions SET revision = revision + 1 WHERE id IN (
        SELECT id FROM productions WHERE producer_id = ${id} AND status IN ('pending_documentation', 'documented')
        ORDER BY id FOR NO KEY UPDATE)`;
    // The ledger holds no legal names, and a producer's may be one.
    record(tx, { ctx, action: "producer.renamed", subject: { kind: "producer", id } });
    return { changed: true };
  });
}
