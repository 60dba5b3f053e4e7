import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, rows } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { storage } from "@/lib/platform/storage/storage";

const { sql } = Prisma;

const NIGHT = { copies: 200_000, ms: 20 * MINUTE_MS };
const BATCH = 500;
const AT_ONCE = 16;
const KEPT_DAYS = 90;

/**
 * Looks up stored copies in storage, and keeps which ones aren't there or have another length. It looks up those that were missing
 * again, then goes on where it stopped the night before, until 200,000 copies or 20 minutes, and starts over at the end. Bytes aren't
 * read: a backup reads them all.
 */
export const checkCopiesTask = defineTask(
  "check_copies",
  z.object({}),
  async (_, { signal }) => {
    const now = clock.now();
    const day = new Date(now.toISOString().slice(0, 10));
    const last = await db.copyCheck.findFirst({ orderBy: { day: "desc" } });
    const isNew = last?.day.getTime() !== day.getTime();
    if (!isNew && last.finishedAt) return;
    if (isNew) {
      await db.copyCheck.create({ data: { day, reachedId: last?.reachedId ?? "", checked: 0, lost: 0 } });
      await checkAgain();
    }
    const until = Date.now() + NIGHT.ms;
    for (let left = NIGHT.copies - (isNew ? 0 : last.checked); left > 0 && Date.now() < until; left -= BATCH) {
      signal?.throwIfAborted();
      if (!(await checkBatch(day))) break;
    }
    await db.copyCheck.update({ where: { day }, data: { finishedAt: clock.now() } });
    await db.copyCheck.deleteMany({ where: { day: { lt: new Date(now.getTime() - KEPT_DAYS * DAY_MS) } } });
  },
  { slot: "long" },
);

/** Before the check of all records, which opens and closes the gaps. */
export const checkCopiesSchedule: Schedule = { task: checkCopiesTask, cron: "10 3 * * *" };

type Copy = { id: string; keptKey: string; copyBytes: number };

/** Looks up the next copies. False at the end of all copies. */
async function checkBatch(day: Date): Promise<boolean> {
  const { reachedId } = await db.copyCheck.findUniqueOrThrow({ where: { day } });
  const copies = await rows<Copy>(sql`
    SELECT id, kept_key, copy_bytes FROM depictions WHERE copy_state = 'stored' AND id > ${reachedId} ORDER BY id LIMIT ${BATCH}`);
  const lost = await lostOf(copies);
  const isEnd = copies.length < BATCH;
  await inTransaction(async (tx) => {
    // Not those that were erased meanwhile.
    await tx.$executeRaw`
      INSERT INTO lost_copies (depiction_id, found_at)
      SELECT id, ${clock.now()} FROM depictions WHERE id = ANY (${lost}) AND copy_state = 'stored' ON CONFLICT DO NOTHING`;
    await tx.copyCheck.update({
      where: { day },
      data: {
        reachedId: isEnd ? "" : (copies.at(-1)?.id ?? ""),
        checked: { increment: copies.length },
        lost: { increment: lost.length },
      },
    });
  });
  return !isEnd;
}

/** Forgets those that are back in storage, or erased. */
async function checkAgain(): Promise<void> {
  const copies = await rows<Copy>(sql`
    SELECT d.id, d.kept_key, d.copy_bytes FROM lost_copies l JOIN depictions d ON d.id = l.depiction_id
    WHERE d.copy_state = 'stored' ORDER BY d.id LIMIT ${NIGHT.copies}`);
  const lost = await lostOf(copies);
  await db.$executeRaw`
    DELETE FROM lost_copies l WHERE NOT EXISTS (SELECT FROM depictions d WHERE d.id = l.depiction_id AND d.copy_state = 'stored')
      OR l.depiction_id = ANY (${copies.map(({ id }) => id).filter((id) => !lost.includes(id))})`;
}

/** The copies that aren't in storage as they were stored. Throws if storage doesn't answer. */
async function lostOf(copies: readonly Copy[]): Promise<string[]> {
  const lost: string[] = [];
  for (let at = 0; at < copies.length; at += AT_ONCE) {
    await Promise.all(
      copies.slice(at, at + AT_ONCE).map(async ({ id, keptKey, copyBytes }) => {
        if ((await storage().describe(keptKey))?.bytes !== copyBytes) lost.push(id);
      }),
    );
  }
  return lost;
}
