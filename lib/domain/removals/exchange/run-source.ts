import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { SealBroken } from "@/lib/platform/crypto";
import { db, inTransaction, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { defineTask, enqueue, type Schedule } from "@/lib/platform/jobs";
import type { HashSource } from "@/prisma/generated/client";
import { hexOfBits } from "../matching/turned-hash";
import { closeSource } from "./end-source";
import { keepListings } from "./keep-listings";
import { type Service, ServiceFault, stopNcii, threatExchange, withCaller } from "./services";
import { gatherHashes } from "./share-hashes";
import { openKeys } from "./source-keys";
import { recordOnSource } from "./sources";
import { type MayCall, type Submitted, submitHashes } from "./submit-hashes";

const { sql } = Prisma;

const RUN = "run_hash_source";

/** A run gives up its place after this. What is left is due at once. */
const RUN_MS = 8 * MINUTE_MS;
/** A run that doesn't renew its claim for so long died. One call takes a minute at most. */
const CLAIM_MS = 5 * MINUTE_MS;
const EVERY_MS = 15 * MINUTE_MS;
const PATIENCE_MS = 6 * HOUR_MS;
/** Services forget what was deleted after 90 days. Whoever comes later reads the whole list again. */
const AWAY_MS = 85 * DAY_MS;

/** Queues a run of each source that is due. */
export const runSourcesTask = defineTask("run_hash_sources", z.object({}), async () => {
  const now = clock.now();
  const due = await db.hashSource.findMany({
    where: { OR: [{ endedAt: null }, { withdraws: true }], kind: { not: "file" }, nextRunAt: { lte: now } },
    select: { id: true },
  });
  await inTransaction(async (tx) => {
    for (const { id: sourceId } of due)
      await enqueue(tx, RUN, { sourceId }, { jobKey: `${RUN}:${sourceId}`, maxAttempts: 1 });
  });
});

export const runSourcesSchedule: Schedule = { task: runSourcesTask, cron: "*/5 * * * *" };

/**
 * Fetches what a source lists, page by page from where the last run stopped, and submits what was confirmed. Each page and its place are
 * kept in one transaction. A fault stops the run, and the next one waits longer. One run of a source at a time: one that lost its claim,
 * or whose source ended, makes no further call and moves nothing. Runs after that only withdraw what was submitted, until nothing is left.
 */
export const runSourceTask = defineTask(
  RUN,
  z.object({ sourceId: z.string() }),
  async ({ sourceId }, { requestId, signal }) => {
    const source = await claim(sourceId);
    if (!source) return;
    const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "hash exchange" }, requestId };
    const ends = clock.now().getTime() + RUN_MS;
    const isTimeUp = () => signal?.aborted === true || clock.now().getTime() >= ends;
    try {
      const run = await withService(source, async (service) => {
        const mayCall: MayCall = async (tx = db) => !isTimeUp() && (await renew(tx, source));
        // Withdrawals first, and a list that is long or can't be read holds up none of them.
        const [told] = await Promise.allSettled([tell(ctx, { source, service, mayCall })]);
        const fetched =
          source.direction === "out" || source.withdraws || (await fetchAll(ctx, { source, service, mayCall }));
        if (told.status === "rejected") throw told.reason;
        if (source.withdraws && told.value.isDone && !told.value.fault) await closeWithdrawn(ctx, source);
        return { isDone: fetched && told.value.isDone, fault: told.value.fault };
      });
      await settle(source, run);
    } catch (error) {
      const words = wordsOf(error);
      await settle(source, { isDone: false, fault: words ?? "It failed. We will look into it.", stopped: true });
      if (words === null) throw error;
    }
  },
  { slot: "long" },
);

type Telling = { source: HashSource; service: Service; mayCall: MayCall };

/** Tells a service of what may be shared now. */
async function tell(ctx: Ctx, { source, ...how }: Telling): Promise<Submitted> {
  const { id: sourceId, direction, withdraws } = source;
  if (direction === "in") return { isDone: true, fault: null };
  await gatherHashes();
  return submitHashes(ctx, { sourceId, withdraws, ...how });
}

/** Ends a source for good. Nothing is left that could be withdrawn. */
const closeWithdrawn = (ctx: Ctx, source: HashSource): Promise<void> =>
  inTransaction(async (tx) => {
    const [own] = await rowsIn<{ id: string }>(tx)`SELECT id FROM hash_sources WHERE ${mine(source)} FOR NO KEY UPDATE`;
    if (own) await closeSource(tx, ctx, source.id);
  });

async function claim(id: string): Promise<HashSource | null> {
  const now = clock.now();
  const [claimed] = await rowsIn<{ id: string }>(db)`
    UPDATE hash_sources SET claimed_until = ${new Date(now.getTime() + CLAIM_MS)}, last_run_at = ${now}
    WHERE id = ${id} AND (ended_at IS NULL OR withdraws) AND kind <> 'file' AND next_run_at <= ${now}
      AND (claimed_until IS NULL OR claimed_until <= ${now}) RETURNING id`;
  return claimed ? db.hashSource.findUniqueOrThrow({ where: { id } }) : null;
}

/** The source, as long as this run has it. A run is known by its start, and one that fetches and submits stops when its source ends. */
const mine = ({ id, lastRunAt, withdraws }: HashSource) =>
  sql`id = ${id} AND last_run_at = ${lastRunAt} AND ${withdraws ? sql`withdraws` : sql`ended_at IS NULL`}`;

/** Whether this run still has its source, which it has for longer now. `moved`: where its next page starts. */
async function renew(tx: Pick<Tx, "$executeRaw">, source: HashSource, moved = sql``): Promise<boolean> {
  const until = new Date(clock.now().getTime() + CLAIM_MS);
  return (await tx.$executeRaw`UPDATE hash_sources SET claimed_until = ${until} ${moved} WHERE ${mine(source)}`) > 0;
}

function withService<T>(source: HashSource, run: (service: Service) => Promise<T>): Promise<T> {
  const { id, kind, baseUrl, groupId } = source;
  return withCaller(baseUrl ?? "", async (caller) => {
    const unset = new ServiceFault("Set its keys.");
    if (kind === "stopncii") {
      const keys = await openKeys(kind, id);
      if (!keys) throw unset;
      return run(stopNcii(caller, keys, (pdqs) => findOwn(id, pdqs)));
    }
    const keys = await openKeys("threatexchange", id);
    if (!keys) throw unset;
    return run(threatExchange(caller, keys, groupId ?? ""));
  });
}

/** The hashes among these that this source has from us. */
async function findOwn(sourceId: string, pdqs: readonly string[]): Promise<ReadonlySet<string>> {
  const hashes = pdqs.filter((hex) => /^[0-9a-f]{64}$/.test(hex));
  const rows = await rowsIn<{ pdq: string }>(db)`
    SELECT h.pdq::text AS pdq FROM shared_hashes h JOIN hash_submissions o ON o.hash_id = h.id AND o.source_id = ${sourceId}
    WHERE o.told_at IS NOT NULL AND h.pdq IN (SELECT ('x' || hex)::bit(256) FROM unnest(${hashes}::text[]) AS hex)`;
  return new Set(rows.map(({ pdq }) => hexOfBits(pdq)));
}

/** Returns whether the list was read to its end. */
async function fetchAll(ctx: Ctx, { source, service, mayCall }: Telling): Promise<boolean> {
  let cursor = source.cursor;
  if (startsAnew(source)) {
    cursor = null;
    if (!(await renew(db, source, sql`, cursor = NULL, cursor_started_at = ${clock.now()}`))) return false;
  }
  for (;;) {
    if (!(await mayCall())) return false;
    const page = await service.fetchPage(cursor);
    const isMine = await inTransaction(async (tx) => {
      if (!(await renew(tx, source, sql`, cursor = ${page.cursor}`))) return false;
      const listings = page.readings.flatMap((one) => ("listing" in one ? [one.listing] : []));
      const kept = await keepListings(tx, source, listings);
      const unsupported = page.readings.filter((one) => "unsupported" in one).length;
      const unreadable = page.readings.length - listings.length - unsupported;
      if (kept.added + kept.withdrawn + unreadable > 0)
        recordOnSource(tx, ctx, source.id, "hash_source.fetched", { ...kept, unsupported, unreadable });
      return true;
    });
    if (!isMine) return false;
    cursor = page.cursor;
    if (!page.hasMore) return true;
  }
}

/**
 * Whether a source is read from its beginning again: after long without a run, and once half of the time that its hashes are matched is
 * over. Those that it still lists don't end then, and those that it forgot to withdraw do.
 */
function startsAnew({ cursorStartedAt, daysKept, lastSuccessAt, createdAt }: HashSource): boolean {
  const now = clock.now();
  const since = (at: Date) => now.getTime() - at.getTime();
  const isKnown = cursorStartedAt !== null && since(cursorStartedAt) < (daysKept * DAY_MS) / 2;
  return !isKnown || since(lastSuccessAt ?? createdAt) >= AWAY_MS;
}

type Run = Submitted & { stopped?: true };

/**
 * Ends a run: the next one is due soon, or, after runs in a row that a fault stopped, later and later. If a custodian ended the source or
 * set its keys meanwhile, the next one is due as they left it.
 */
async function settle(source: HashSource, { isDone, fault, stopped }: Run): Promise<void> {
  const now = clock.now();
  const later = Math.min(PATIENCE_MS, MINUTE_MS * 2 ** Math.min(source.failures, 10));
  const nextRunAt = new Date(now.getTime() + (stopped ? later : isDone ? EVERY_MS : 0));
  const run = stopped ? { failures: source.failures + 1 } : { failures: 0, lastSuccessAt: now };
  const data = { ...run, lastError: fault, nextRunAt, claimedUntil: null };
  const where = { id: source.id, lastRunAt: source.lastRunAt };
  const { count } = await db.hashSource.updateMany({ where: { ...where, nextRunAt: source.nextRunAt }, data });
  if (count === 0) await db.hashSource.updateMany({ where, data: { claimedUntil: null } });
}

/** A fault in words for custodians; null if it is ours. */
function wordsOf(error: unknown): string | null {
  if (error instanceof ServiceFault) return error.message;
  return error instanceof SealBroken ? "Its keys don’t open. Set them again." : null;
}
