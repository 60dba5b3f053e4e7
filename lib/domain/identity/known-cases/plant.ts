import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { partnersOf } from "@/lib/domain/custody/conflicts";
import { dayOf, factsOf, openDocumentNumber, personKey, withFacts } from "@/lib/domain/identity/id-facts";
import { lockUser } from "@/lib/domain/parties/locks";
import { ensureUser, removeUser } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, rowsIn, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { newIdAt } from "@/lib/platform/ids";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { photosNeeded } from "../documents";
import { discardDraft } from "../drafts";
import { findAndLockCheck } from "../lock-check";
import { deletePhoto, insertPhoto, photoKey, putPhoto, readPhoto, sweepUnclaimed } from "../photos";
import { findReading, sealFields } from "../reading";
import { missingPhotos } from "../start-check";
import { decidable } from "../waiting";
import { inventTimes, readAfter } from "./disguise";
import { about, addressOf, insertDraft } from "./specimens";

/**
 * Plants a known case for each custodian who decided as many checks since their last one as `GOLDEN_CHECK_EVERY` says, and has none
 * waiting. Only among checks that they may decide, where it doesn't stand out. Returns how many.
 */
export async function plantDue(requestId: string): Promise<number> {
  const every = env().goldenCheckEvery;
  if (every === 0) return 0;
  const since = new Date(clock.now().getTime() - 30 * DAY_MS);
  const due = await rowsIn<{ id: string }>(db)`
    SELECT u.id FROM users u LEFT JOIN LATERAL (
      SELECT max(g.planted_at) AS at, bool_or(g.decided_at IS NULL) AS waits FROM golden_reviews g WHERE g.reviewer_id = u.id) last ON true
    WHERE u.staff_role = 'custodian' AND last.waits IS NOT TRUE
      AND (SELECT count(*) FROM identity_checks k WHERE k.status IN ('approved', 'rejected') AND k.decided_by_id = u.id
        AND k.decided_at > greatest(last.at, ${since})) >= ${every}`;
  const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "plant_golden_checks" }, requestId };
  let planted = 0;
  for (const { id } of due) if ((await hasWaiting(id)) && (await plantKnownCase(ctx, { reviewerId: id }))) planted++;
  return planted;
}

const hasWaiting = async (userId: string): Promise<boolean> =>
  (await rowsIn(db)`SELECT FROM identity_checks k WHERE ${decidable(userId)} LIMIT 1`).length > 0;

/** Plant a known case for a custodian who has neither made nor had it. Null if there is none, or another one waits for them. */
export async function plantKnownCase(
  ctx: Ctx<SystemActor>,
  { reviewerId }: { reviewerId: string },
): Promise<{ checkId: string } | null> {
  const golden = await findUnknown(reviewerId);
  const include = { photos: true, reading: true } as const;
  const found = golden && (await db.identityCheck.findUnique({ where: { id: golden }, include }));
  const [specimen] = found ? await withFacts(db, [found]) : [];
  if (!golden || !specimen?.reading) return null;
  const { status, source } = specimen.reading;
  const documentNumber = await openDocumentNumber(db, specimen);
  const reading = await findReading(db, specimen);
  const { createdAt, submittedAt, photos: taken } = inventTimes(photosNeeded(specimen.documentType));
  const checkId = newIdAt(createdAt);
  const photos = await Promise.all(
    taken.map(async (photo) => ({
      ...{ ...photo, id: newIdAt(photo.createdAt) },
      image: (await readPhoto({ checkId: golden, userId: specimen.userId, kind: photo.kind })).jpeg,
    })),
  );
  const { userId, key } = await inTransaction(async (tx) => {
    for (const { id } of photos) await sweepUnclaimed(tx, photoKey(id));
    const { id } = await ensureUser(tx, addressOf(checkId));
    return { userId: id, key: await personKey(tx, id) };
  });
  for (const photo of photos) await putPhoto({ ...photo, userId, key });
  return inTransaction(async (tx) => {
    // Two runs at once plant one.
    await lockUser(tx, reviewerId);
    // One that is retired meanwhile isn't planted: either it waits for this, and takes the copy out, or this sees it.
    const active = await rowsIn(tx)`SELECT FROM golden_checks WHERE id = ${golden} AND retired_at IS NULL FOR SHARE`;
    if (active.length === 0) return null;
    if ((await tx.goldenReview.count({ where: { reviewerId, OR: [{ decidedAt: null }, { goldenId: golden }] } })) > 0)
      return null;
    const { legalName, otherNames } = specimen;
    await insertDraft(tx, {
      ...{ id: checkId, goldenId: golden, plantedForId: reviewerId, legalName, otherNames, createdAt, submittedAt },
      ...{ facts: factsOf(specimen), documentNumber: documentNumber ?? "" },
    });
    for (const photo of photos) await insertPhoto(tx, { ...photo, checkId });
    const queuedAt = photos.findLast(({ kind }) => kind !== "person")?.createdAt ?? createdAt;
    const fields = reading?.source && (await sealFields(tx, { id: checkId, userId }, reading.fields));
    await tx.documentReading.create({
      data: { checkId, status, source, fields, queuedAt, readAt: readAfter(queuedAt, checkId) },
    });
    const askedBy = await somePartner(tx, reviewerId);
    await tx.goldenReview.create({ data: { goldenId: golden, reviewerId, checkId, askedBy, plantedAt: clock.now() } });
    record(tx, {
      ...{ ctx, action: "golden_check.planted", subject: about(golden) },
      detail: { checkId, reviewerId },
    });
    return { checkId };
  });
}

/** Whether the document was read, or couldn't be. */
const isRead = ({ reading }: { reading: { status: string } | null }): boolean =>
  reading !== null && reading.status !== "queued";

/** A known case with all photos and a document that was read and hasn't expired, which a custodian has neither made nor had. */
async function findUnknown(reviewerId: string): Promise<string | null> {
  const candidates = await db.goldenCheck.findMany({
    where: {
      ...{ retiredAt: null, reviews: { none: { reviewerId } } },
      OR: [{ madeById: null }, { madeById: { not: reviewerId } }],
    },
    select: { id: true },
  });
  const checks = await db.identityCheck.findMany({
    where: { id: { in: candidates.map(({ id }) => id) } },
    include: { photos: true, reading: true },
  });
  const today = dayOf(clock.now());
  // One that expired since couldn't have been sent, nor be approved.
  const ready = (await withFacts(db, checks)).filter(
    (check) => missingPhotos(check).length === 0 && isRead(check) && (check.documentExpiry ?? today) >= today,
  );
  return ready[Math.floor(Math.random() * ready.length)]?.id ?? null;
}

/**
 * The name of a partner for which a custodian doesn't work: of theirs, a real check would be reserved for others. The one with the name
 * `before` if it is such a partner.
 */
export async function somePartner(tx: Tx, reviewerId: string, before: string | null = null): Promise<string | null> {
  const [found] = await rowsIn<{ name: string }>(tx)`
    SELECT p.name FROM partners p WHERE p.status = 'active' AND p.id NOT IN ${partnersOf(reviewerId)}
    ORDER BY (p.name = ${before}) IS TRUE DESC, random() LIMIT 1`;
  return found?.name ?? null;
}

const KEPT_MS = DAY_MS;

/**
 * Ends the known cases that wait for dismissed custodians, and deletes what isn't needed a day later: decided copies with their invented
 * person, and the photos of retired known cases. Outcomes are kept. Returns how many copies.
 */
export async function clearDecided(requestId: string): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "plant_golden_checks" }, requestId };
  for (const { id } of await rowsIn<{ id: string }>(db)`
    SELECT k.id FROM identity_checks k JOIN users u ON u.id = k.planted_for_id WHERE u.staff_role IS DISTINCT FROM 'custodian'`)
    await inTransaction((tx) => endDismissed(tx, id));
  const decided = await rowsIn<{ id: string }>(db)`
    SELECT k.id FROM identity_checks k
    WHERE k.golden_id IS NOT NULL AND k.id <> k.golden_id AND k.planted_for_id IS NULL AND k.updated_at < ${before}`;
  for (const { id } of decided) {
    await inTransaction(async (tx) => {
      const check = await findAndLockCheck(tx, id);
      if (!check?.goldenId || check.plantedForId) return;
      await discardDraft(tx, check);
      await tx.personKey.deleteMany({ where: { userId: check.userId } });
      await removeUser(tx, { id: check.userId, email: addressOf(id) });
      record(tx, { ctx, action: "golden_check.cleared", subject: about(check.goldenId), detail: { checkId: id } });
    });
  }
  const retired = await db.identityPhoto.findMany({
    where: { check: { golden: { retiredAt: { lt: before } } } },
    select: { id: true, storageKey: true },
  });
  for (const photo of retired) await inTransaction((tx) => deletePhoto(tx, photo));
  return decided.length;
}

/** Takes a copy out of the queue of a custodian who isn't one any more. */
async function endDismissed(tx: Tx, id: string): Promise<void> {
  const check = await findAndLockCheck(tx, id);
  const { plantedForId } = check ?? {};
  const stays = plantedForId && (await tx.user.count({ where: { id: plantedForId, staffRole: "custodian" } }));
  if (!plantedForId || stays) return;
  const now = clock.now();
  await tx.identityCheck.update({ where: { id }, data: { plantedForId: null, updatedAt: now } });
  await tx.goldenReview.updateMany({
    where: { checkId: id, reviewerId: plantedForId, decidedAt: null },
    data: { decidedAt: now, decision: "retired" },
  });
}

export const plantKnownCasesTask = defineTask("plant_golden_checks", z.unknown(), async (_, { requestId }) => {
  await clearDecided(requestId);
  await plantDue(requestId);
});

export const plantKnownCasesSchedule: Schedule = { task: plantKnownCasesTask, cron: "10 * * * *" };
