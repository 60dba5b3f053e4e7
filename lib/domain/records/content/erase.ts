import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import {
  DEPICTION_ENTRIES,
  EXPIRED_AT_ONCE,
  EXPIRED_BEFORE,
  eraseExpiredEntries,
  eraseTogether,
  RETENTION_IS_OVER,
} from "@/lib/domain/records/erase-each";
import { queueForSearch } from "@/lib/domain/records/search";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { incomingKey, sweepNow } from "./copies/copy-objects";

/**
 * Erases depictions whose seven years are over and that have no legal hold, oldest first. Then erases their index
 * entries once those have expired too. A failure is logged, doesn't stop the others, and is retried the next night.
 */
export const eraseExpiredTask = defineTask("erase_expired_content", z.object({}), async (_, { requestId, signal }) => {
  const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "retention" }, requestId };
  const erase = (tx: Tx, rows: readonly ExpiredDepiction[]) => eraseExpiredDepictions(tx, ctx, rows);
  await eraseTogether({ named: "depictionId", next: nextDepictions, erase, signal });
  await eraseExpiredEntries(ctx, { of: DEPICTION_ENTRIES, signal });
  await logHeldRecords();
});

export const eraseExpired: Schedule = { task: eraseExpiredTask, cron: "30 2 * * *" };

/** Logs how many expired records only a legal hold keeps, so that none is forgotten. */
async function logHeldRecords(): Promise<void> {
  const [held] = await db.$queryRaw<{ records: number; since: Date | null }[]>`
    SELECT count(DISTINCT d.id)::int AS records, min(h.placed_at) AS since FROM legal_holds h JOIN depictions d ON d.id = h.depiction_id
    WHERE h.lifted_at IS NULL AND d.production_date <= ${EXPIRED_BEFORE} AND NOT must_be_kept(d.production_date, false)`;
  if (held && held.records > 0) log.info(held, "records whose seven years are over are kept by legal holds");
}

type ExpiredDepiction = { id: string; at: Date };

const nextDepictions = (after: ExpiredDepiction | undefined) => db.$queryRaw<ExpiredDepiction[]>`
  SELECT id, production_date AS at FROM depictions
  WHERE production_date <= ${EXPIRED_BEFORE} AND NOT must_be_kept(production_date, legal_hold)
    ${after ? Prisma.sql`AND (production_date, id) > (${after.at}, ${after.id})` : Prisma.empty}
  ORDER BY production_date, id LIMIT ${EXPIRED_AT_ONCE}`;

async function eraseExpiredDepictions(tx: Tx, ctx: Ctx, expired: readonly ExpiredDepiction[]): Promise<void> {
  // Some may have been taken down or put under a legal hold meanwhile.
  const still = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM depictions WHERE id = ANY (${expired.map(({ id }) => id)}) AND NOT must_be_kept(production_date, legal_hold)
    ORDER BY id FOR UPDATE`;
  if (still.length === 0) return;
  await eraseDepictions(tx, ctx, { depictionIds: still.map(({ id }) => id), reason: RETENTION_IS_OVER });
}

/**
 * Erases depictions past their seven years, with their copies. Their index entries keep a few facts until they expire too, the
 * ledger keeps the copies' hashes, and the database what a removal request about them needs. It refuses while one must be kept.
 */
export async function eraseDepictions(
  tx: Tx,
  ctx: Ctx,
  {
    depictionIds,
    reason,
    detail = {},
  }: { depictionIds: readonly string[]; reason: string; detail?: Record<string, unknown> },
): Promise<void> {
  const ids = [...depictionIds];
  const depictions = await tx.depiction.findMany({
    where: { id: { in: ids } },
    orderBy: { id: "asc" },
    select: { id: true, partnerId: true, keptKey: true, keptSha256: true },
  });
  await tx.$executeRaw`
    UPDATE index_entries i SET title = d.title, content_url = d.content_url, external_content_id = d.external_content_id
    FROM depictions d WHERE d.id = ANY (${ids}) AND i.depiction_id = d.id`;
  await tx.depiction.deleteMany({ where: { id: { in: ids } } });
  await queueForSearch(tx, "depiction", ids);
  await sweepNow(
    tx,
    ...depictions.flatMap(({ id, keptKey }) => [keptKey, incomingKey(id)]).filter((key) => key !== null),
  );
  for (const { id, partnerId, keptSha256 } of depictions) {
    const sha256 = keptSha256 && Buffer.from(keptSha256).toString("hex");
    const subject = { kind: "depiction", id } as const;
    record(tx, { ctx, action: "depiction.erased", subject, partnerId, reason, detail: { sha256, ...detail } });
  }
}
