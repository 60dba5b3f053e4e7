import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { isUnderAge } from "@/lib/domain/identity/id-facts";
import { queueSeal, SEAL_TASK, sealHoldsOn, sealJobKey } from "@/lib/domain/productions";
import { openSigner } from "@/lib/domain/productions/certificates";
import { lockProducerOf } from "@/lib/domain/productions/production-status";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, rowsIn, type Tx } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { storage } from "@/lib/platform/storage/storage";
import { findPackageFacts, type PackageFacts, writePackage } from "./contents";
import {
  AgeNotProven,
  DayMovedBack,
  failSeal,
  finishSeal,
  HoldingProblem,
  MissingRecord,
  PackageProblem,
  type SealFailure,
  SealHeld,
} from "./finish-seal";
import { lockInStore, storeArchive } from "./package-objects";

// A missing record may come within seconds, such as a release's copy. Six attempts take a minute and a half.
const MISSING_UNTIL = 6;
// Eleven take nearly four hours, to outlive an outage of the storage. Then the producer can edit, and seal again.
const TRIED_UNTIL = 11;
const RESUMED_AT_ONCE = 500;

/**
 * Makes and stores the package that a producer certified, and issues its certificate. A record that can't be read makes it fail.
 * Safe to repeat after any crash: the first package that is finished stays.
 */
export const sealProductionTask = defineTask(
  SEAL_TASK,
  z.object({ packageId: z.string(), failures: z.int().default(0) }),
  async ({ packageId, failures }, { requestId, signal }) => {
    const open = { id: packageId, sealedAt: null, failure: null };
    if ((await db.sealedPackage.count({ where: open })) === 0) return;
    const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: SEAL_TASK }, requestId };
    try {
      const { archive, ...facts } = await makeArchive(ctx, { packageId, signal });
      const isKept = await finishSeal(ctx, { packageId, archive, ...facts, signer: await openSigner() });
      await (isKept ? lockInStore(archive.key) : storage().delete(archive.key));
    } catch (error) {
      if (signal?.aborted) return retry({ packageId, failures, pauseMs: 0 });
      const failed = failureOf(error, failures + 1);
      // A problem's own text names people.
      const why = error instanceof PackageProblem ? { problem: error.name } : { err: error };
      const about = { ...why, packageId, isRetried: !failed };
      log[failed ? "error" : "warn"](about, "a production's records could not be sealed");
      // At once after the first failure. The queue's own pauses also grow with each crash, and the production can't be changed meanwhile.
      const pauseMs = failures > 0 ? 1000 * Math.exp(failures) : 0;
      if (failed === null) return retry({ packageId, failures: failures + 1, pauseMs });
      await failSeal(ctx, { packageId, ...failed, hold: error instanceof HoldingProblem ? error : null });
    }
  },
);

/** Queues the next attempt. */
function retry({ packageId, failures, pauseMs }: { packageId: string; failures: number; pauseMs: number }) {
  const runAt = new Date(clock.now().getTime() + pauseMs);
  return inTransaction((tx) => queueSeal(tx, { packageId, failures }, { runAt }));
}

async function makeArchive(
  ctx: Ctx<SystemActor>,
  { packageId, signal }: { packageId: string; signal: AbortSignal | undefined },
) {
  const facts = await findPackageFacts(packageId, clock.now());
  await checkAges(ctx, facts);
  const archive = await storeArchive(packageId, () => stoppable(writePackage(facts), signal));
  const { sealedAt, performers, depictionCount } = facts;
  return { archive, sealedAt, performerCount: performers.length, depictionCount };
}

/** Ends a stream when the worker must stop. The queue retries the job. */
async function* stoppable(stream: AsyncIterable<Buffer>, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    signal?.throwIfAborted();
    yield chunk;
  }
}

/** Null to try again. */
function failureOf(error: unknown, attempt: number): SealFailure | null {
  if (error instanceof PackageProblem) {
    const mayCome = error instanceof MissingRecord && attempt < MISSING_UNTIL;
    return mayCome ? null : { failure: error.forProducer, problem: error.name };
  }
  return attempt >= TRIED_UNTIL ? { failure: "The package could not be stored.", problem: "NotStored" } : null;
}

/** Queues the packages whose job was lost. */
export const resumeSealingTask = defineTask("resume_sealing", z.object({}), async () => {
  const waiting = await db.sealedPackage.findMany({
    where: { sealedAt: null, failure: null, requestedAt: { lt: new Date(clock.now().getTime() - HOUR_MS) } },
    orderBy: { requestedAt: "asc" },
    take: RESUMED_AT_ONCE,
    select: { id: true },
  });
  const queued = await db.$queryRaw<{ key: string }[]>`
    SELECT key FROM graphile_worker.jobs
    WHERE key = ANY (${waiting.map(({ id }) => sealJobKey(id))}) AND attempts < max_attempts`;
  const lost = waiting.filter(({ id }) => !queued.some(({ key }) => key === sealJobKey(id)));
  await inTransaction(async (tx) => {
    for (const { id: packageId } of lost) await queueSeal(tx, { packageId });
  });
});

/** Every hour. */
export const resumeSealing: Schedule = { task: resumeSealingTask, cron: "25 * * * *" };

/**
 * Compares everyone's age with the first day of the production and its depictions. An earlier day than we compared before for this
 * producer waits for a custodian first: a producer who moves a day back, seal by seal, would learn when a performer turned 18.
 * Throws `SealHeld`, `DayMovedBack`, `AgeNotProven`.
 */
const checkAges = (
  ctx: Ctx<SystemActor>,
  { packageId, production, performers }: Pick<PackageFacts, "packageId" | "production" | "performers">,
): Promise<void> =>
  inTransaction(async (tx) => {
    const { id: productionId } = production;
    // One package of a producer at a time, so that each sees the days of the others.
    await lockProducerOf(tx, productionId);
    if ((await sealHoldsOn(tx, productionId)).length > 0) throw new SealHeld();
    const firstDay = await firstDayOf(tx, production);
    const people = performers.map(({ userId, id: { checkId, birthDate } }) => ({ userId, checkId, birthDate }));
    const proven = await provenDays(tx, { productionId, userIds: people.map(({ userId }) => userId) });
    const movedBack = people.filter(({ userId }) => firstDay < (proven.get(userId) ?? firstDay));
    if (movedBack.length > 0 && !(await wasReleased(tx, packageId))) throw new DayMovedBack(movedBack);
    const young = people.filter(({ birthDate }) => !birthDate || isUnderAge(birthDate, firstDay));
    if (young.length > 0) throw new AgeNotProven(young);
    for (const { userId, checkId } of people.filter((one) => !proven.has(one.userId) || movedBack.includes(one))) {
      const proof = { productionId, personId: userId, firstDay, checkId, provenAt: clock.now() };
      // Somebody may be in it under two addresses.
      await tx.ageProof.createMany({ data: proof, skipDuplicates: true });
      const subject = { kind: "person", id: userId } as const;
      const detail = { check: checkId, productionId, firstDay: firstDay.toISOString() };
      record(tx, { ctx, action: "person.of_age_in_production", subject, partnerId: null, detail });
    }
  });

async function firstDayOf(
  tx: Tx,
  { id: productionId, productionDate }: { id: string; productionDate: Date },
): Promise<Date> {
  const { _min } = await tx.productionDepiction.aggregate({ where: { productionId }, _min: { producedOn: true } });
  const { producedOn } = _min;
  return producedOn && producedOn < productionDate ? producedOn : productionDate;
}

/** The earliest first day on which each person was proven to be 18 in productions of the same producer. */
async function provenDays(
  tx: Tx,
  { productionId, userIds }: { productionId: string; userIds: readonly string[] },
): Promise<Map<string, Date>> {
  const found = await rowsIn<{ userId: string; firstDay: Date }>(tx)`
    SELECT a.person_id AS user_id, min(a.first_day) AS first_day
    FROM age_proofs a JOIN productions other ON other.id = a.production_id
      JOIN productions this ON this.id = ${productionId} AND this.producer_id = other.producer_id
    WHERE a.person_id = ANY (${userIds}) GROUP BY a.person_id`;
  return new Map(found.map(({ userId, firstDay }) => [userId, firstDay]));
}

/** Whether a custodian released a hold of the same revision. The caller knows that no hold is left. */
async function wasReleased(tx: Tx, packageId: string): Promise<boolean> {
  const held = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM sealed_packages k JOIN seal_holds h ON h.production_id = k.production_id
      JOIN sealed_packages held ON held.id = h.package_id AND held.revision = k.revision
    WHERE k.id = ${packageId} LIMIT 1`;
  return held.length > 0;
}
