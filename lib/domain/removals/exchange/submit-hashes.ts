import type { Ctx } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { hexOfBits } from "../matching/turned-hash";
import { isThere } from "./end-source";
import { type Service, ServiceFault, type Told } from "./services";
import { judgeAgain } from "./share-hashes";
import { recordOnSource } from "./sources";

const { sql } = Prisma;

/** After so many failed calls a hash is alone in its call. Then a service that fails does because of it, and the others go on. */
const TRIES_TOGETHER = 7;
/** Answers that say that a hash can't be taken, now or later. */
const REFUSALS: readonly (number | null)[] = [400, 413, 422];
/** Answers that are about every call, or about now. */
const FOR_ALL: readonly (number | null)[] = [401, 408, 429];
const READ_AT_ONCE = 100;

type Submitting = {
  sourceId: string;
  /** Everything that was sent, because the source has ended. Nothing is submitted. */
  withdraws: boolean;
  service: Service;
  mayCall: MayCall;
};

/** Whether a run still has the source, which stays so until the transaction ends, and the time for a call. */
export type MayCall = (tx?: Pick<Tx, "$executeRaw">) => Promise<boolean>;

/** `isDone`: all was tried. `fault`: why some hash could not be told, in words for custodians. */
export type Submitted = { isDone: boolean; fault: string | null };

/**
 * Withdraws the hashes that are no longer shared, then sends a service those that are. Each has a row that says since when it may be there,
 * and whether that was answered. A call without an answer is repeated, which a service takes as the same. A hash that is no longer shared
 * isn't sent again only to learn its name and withdraw it. Hashes whose call failed go last and in ever smaller calls, so that one that the
 * service can't take holds up no other.
 */
export async function submitHashes(
  ctx: Ctx,
  { sourceId, withdraws, service, mayCall }: Submitting,
): Promise<Submitted> {
  if (!withdraws) await inTransaction((tx) => fillOutbox(tx, sourceId, service));
  const withdrawals: Round = {
    column: "withdrawal_sent_at",
    tell: service.withdraw,
    waits: sql`${isThere} AND (h.withdrawn_at IS NOT NULL OR ${withdraws}) AND (${service.knowsByValue} OR o.remote_id IS NOT NULL)`,
  };
  const submissions: Round = {
    column: "sent_at",
    tell: service.submit,
    // Of those that end, only what may be there without its name.
    waits: sql`o.sent_at IS NULL AND o.withdrawal_sent_at IS NULL AND h.withdrawn_at IS NULL AND o.refused IS NULL
      AND (NOT ${withdraws} OR (${isThere} AND NOT ${service.knowsByValue}))`,
  };
  const rounds = [withdrawals, submissions, ...(withdraws ? [withdrawals] : [])];
  const failed: string[] = [];
  let problem: string | null = null;
  const submitted = (isDone: boolean): Submitted => {
    const count = failed.length === 1 ? "1 hash" : `${failed.length} hashes`;
    return { isDone, fault: problem && `We couldn’t ${withdraws ? "withdraw" : "send"} ${count}. ${problem}` };
  };
  for (const round of rounds) {
    for (let page = await next(sourceId, round, failed); page.length > 0; page = await next(sourceId, round, failed)) {
      let judged = 0;
      for (const hashes of callsOf(page, service)) {
        // Requests may say more than before.
        if (performance.now() >= judged) judged = await judgePage(page);
        const marked = await inTransaction(
          async (tx) => (await mayCall(tx)) && markTold(tx, { sourceId, round, hashes }),
        );
        if (!marked) return submitted(false);
        const [first, ...more] = marked;
        if (!first) continue;
        const why = await tellOf(ctx, { sourceId, round, hashes: [first, ...more] });
        if (why === null) continue;
        problem = why;
        failed.push(first.hashId);
      }
    }
  }
  return submitted(true);
}

/** Judging takes this long only beside hundreds of videos that may show a child. Then it isn't repeated for as long as it took. */
const JUDGED_LONG_MS = 5_000;

/** Returns until when the hashes of a page count as judged. */
async function judgePage(page: readonly Waiting[]): Promise<number> {
  const began = performance.now();
  await judgeAgain(page.map(({ hashId }) => hashId));
  const took = performance.now() - began;
  return took < JUDGED_LONG_MS ? 0 : performance.now() + took;
}

type Waiting = Told & { toldAt: Date | null; tries: number };
type Some = readonly [Waiting, ...Waiting[]];

/** The calls that tell of these hashes: the fewer in one, the oftener they failed. */
function callsOf(page: readonly Waiting[], { atOnce }: Service): Some[] {
  const calls: [Waiting, ...Waiting[]][] = [];
  for (const hash of page) {
    const last = calls.at(-1);
    if (last?.[0].tries === hash.tries && last.length < Math.floor(atOnce / 2 ** hash.tries)) last.push(hash);
    else calls.push([hash]);
  }
  return calls;
}

type Round = {
  column: "sent_at" | "withdrawal_sent_at";
  tell: (hashes: Some) => Promise<string | null>;
  /** Those that it is for, of submissions `o` of hashes `h`. */
  waits: Prisma.Sql;
};

async function fillOutbox(tx: Tx, sourceId: string, { takesSha256 }: Service): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO hash_submissions (source_id, hash_id) SELECT ${sourceId}, id FROM shared_hashes
    WHERE withdrawn_at IS NULL AND (pdq IS NOT NULL OR ${takesSha256}) ORDER BY id ON CONFLICT DO NOTHING`;
  // Shared again after its withdrawal was told.
  await tx.$executeRaw`
    UPDATE hash_submissions o SET told_at = NULL, sent_at = NULL, withdrawal_sent_at = NULL, remote_id = NULL FROM shared_hashes h
    WHERE o.source_id = ${sourceId} AND h.id = o.hash_id AND h.withdrawn_at IS NULL AND o.withdrawal_sent_at IS NOT NULL`;
}

/** The next hashes that were not told of. */
async function next(sourceId: string, { waits }: Round, failed: readonly string[]): Promise<Waiting[]> {
  const rows = await rowsIn<Waiting>(db)`
    SELECT o.hash_id, h.pdq::text AS pdq, encode(h.sha256, 'hex') AS sha256, o.remote_id, o.told_at, o.tries
    FROM hash_submissions o JOIN shared_hashes h ON h.id = o.hash_id
    WHERE o.source_id = ${sourceId} AND ${waits} AND o.hash_id <> ALL (${[...failed]}::text[])
    ORDER BY o.tries, o.hash_id LIMIT ${READ_AT_ONCE}`;
  return rows.map((row) => ({ ...row, pdq: row.pdq && hexOfBits(row.pdq) }));
}

type Telling = { sourceId: string; round: Round; hashes: Some };

const among = (sourceId: string, hashes: readonly Waiting[]): Prisma.Sql =>
  sql`o.source_id = ${sourceId} AND o.hash_id = ANY (${hashes.map(({ hashId }) => hashId)}::text[])`;

/** Before the call: they may be there from now on, whatever becomes of this process. Returns those that are still to be told of. */
async function markTold(tx: Tx, { sourceId, round: { waits }, hashes }: Telling): Promise<Waiting[]> {
  const marked = await rowsIn<{ hashId: string }>(tx)`
    UPDATE hash_submissions o SET tries = o.tries + 1, told_at = coalesce(o.told_at, ${clock.now()})
    FROM shared_hashes h WHERE h.id = o.hash_id AND ${among(sourceId, hashes)} AND ${waits} RETURNING o.hash_id`;
  return hashes.filter(({ hashId }) => marked.some((one) => one.hashId === hashId));
}

/** Tells a service of hashes. Returns why it doesn't take the only one; null otherwise. Throws `ServiceFault` for what isn't about them. */
async function tellOf(ctx: Ctx, { sourceId, round: { column, tell }, hashes }: Telling): Promise<string | null> {
  const told = column === "sent_at" ? "submitted" : "withdrawn";
  try {
    const remoteId = await tell(hashes);
    await inTransaction(async (tx) => {
      await tx.$executeRaw`
        UPDATE hash_submissions o SET ${Prisma.raw(column)} = ${clock.now()}, told_at = coalesce(told_at, ${clock.now()}), tries = 0,
          remote_id = coalesce(${remoteId}, remote_id)
        WHERE ${among(sourceId, hashes)}`;
      if (column === "withdrawal_sent_at") await resubmitOthers(tx, { sourceId, hashes });
      recordOnSource(tx, ctx, sourceId, "hash_source.submitted", { [told]: hashes.length, refused: 0 });
    });
    return null;
  } catch (error) {
    if (!(error instanceof ServiceFault)) throw error;
    const wereNot = hashes.filter(({ toldAt }) => toldAt === null);
    if (!error.mayBeTaken)
      await db.$executeRaw`UPDATE hash_submissions o SET told_at = NULL WHERE ${among(sourceId, wereNot)}`;
    const isAlone = hashes.length === 1;
    if (REFUSALS.includes(error.status)) {
      if (isAlone && column === "sent_at")
        await refuse(ctx, { sourceId, hashId: hashes[0].hashId, why: error.message });
      return isAlone ? error.message : null;
    }
    // What is to be withdrawn is tried again by each run.
    if (isAlone && column !== "sent_at" && !error.isItsOwn && !FOR_ALL.includes(error.status)) return error.message;
    if (!isAlone || !error.isItsOwn || hashes[0].tries < TRIES_TOGETHER) throw error;
    return error.message;
  }
}

/**
 * What was withdrawn is gone for other sources of the service too, if it is under the same name there. They submit it again. What one is
 * in the middle of submitting may be there.
 */
async function resubmitOthers(tx: Tx, { sourceId, hashes }: Omit<Telling, "round">): Promise<void> {
  await tx.$executeRaw`
    UPDATE hash_submissions other SET told_at = CASE WHEN other.sent_at IS NULL THEN other.told_at END, sent_at = NULL, remote_id = NULL
    FROM hash_submissions o JOIN hash_sources own ON own.id = o.source_id JOIN shared_hashes h ON h.id = o.hash_id AND h.withdrawn_at IS NULL
      JOIN hash_sources s ON s.base_url = own.base_url AND s.ended_at IS NULL
    WHERE ${among(sourceId, hashes)} AND other.source_id = s.id AND other.hash_id = o.hash_id
      AND other.remote_id IS NOT DISTINCT FROM o.remote_id AND other.withdrawal_sent_at IS NULL`;
}

const refuse = (
  ctx: Ctx,
  { sourceId, hashId, why }: { sourceId: string; hashId: string; why: string },
): Promise<void> =>
  inTransaction(async (tx) => {
    await tx.$executeRaw`UPDATE hash_submissions SET refused = ${why} WHERE source_id = ${sourceId} AND hash_id = ${hashId}`;
    recordOnSource(tx, ctx, sourceId, "hash_source.submitted", { submitted: 0, refused: 1 });
  });
