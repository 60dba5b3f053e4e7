import { randomInt } from "node:crypto";
import { z } from "zod";
import type { ShownAttestation } from "@/lib/domain/acts";
import type { Ctx, StaffActor, SystemActor } from "@/lib/domain/core/context";
import { ACTIONS, type custodianHistory, type LedgerAction, record, type Words } from "@/lib/domain/core/ledger";
import { custodianList, field, filter, NEWEST, type RowIn } from "@/lib/domain/core/lists";
import { partnersOf } from "@/lib/domain/custody/conflicts";
import { lockUser } from "@/lib/domain/parties/locks";
import { assertCustodian, ensureUser, removeUser } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { db, inTransaction, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import { newId, newIdAt } from "@/lib/platform/ids";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { preparePhoto } from "@/lib/platform/photos";
import type { GoldenDecision, IdentityCheck, IdentityPhoto } from "@/prisma/generated/client";
import { DECLARATION, DECLARATION_TEXT, type PhotoKind, photosNeeded } from "./documents";
import { assertNotExpired, discardDraft } from "./drafts";
import {
  dayOf,
  factsOf,
  isUnderAge,
  openDocumentNumber,
  personKey,
  sealDocumentNumber,
  sealFacts,
  withFacts,
} from "./id-facts";
import { findAndLockCheck, type LockedCheck, lockCheck } from "./lock-check";
import { deletePhoto, insertPhoto, photoKey, putPhoto, readPhoto, sweepUnclaimed } from "./photos";
import { findReading, queueReading, sealFields } from "./reading";
import { isRejectionReason, type RejectionReason } from "./rejection-reasons";
import type { DetailsInput, DocumentInput, GoldenInput } from "./schemas";
import { missingPhotos } from "./start-check";
import { decidable } from "./waiting";

// Known cases: specimens planted in custodians' queues to count how often a reviewer is right. A specimen and its planted copies are
// drafts of invented people, which everything but the queue and the desk passes over, and which the database never lets be decided.
// Decision 076 says why.

const { sql } = Prisma;

const about = (id: string) => ({ kind: "golden_check", id }) as const;
// Nobody can receive mail there, so nobody can prove to be this person.
const addressOf = (id: string): string => `${id}@golden.invalid`;

/**
 * Make a known case. It is planted once its photos are added. Throws `Forbidden`, and `InvalidField` for what no real check can have: an
 * expired document, or an age below 18.
 */
export async function makeGolden(
  ctx: Ctx<StaffActor | SystemActor>,
  { details, document, known }: { details: DetailsInput; document: DocumentInput; known: GoldenInput },
): Promise<{ goldenId: string }> {
  const now = clock.now();
  assertNotExpired(document, now);
  if (isUnderAge(details.birthDate, now)) {
    throw new InvalidField("birthDate", "Nobody younger than 18 can send a check. Enter an earlier date.");
  }
  const id = newId();
  await inTransaction(async (tx) => {
    const madeById = await makerOf(tx, ctx);
    await tx.goldenCheck.create({ data: { id, ...known, madeById, madeAt: now } });
    const { birthDate, ...person } = details;
    const { documentNumber, ...shown } = document;
    await insertDraft(tx, { id, goldenId: id, ...person, facts: { birthDate, ...shown }, documentNumber });
    record(tx, { ctx, action: "golden_check.made", subject: about(id), detail: { expected: known.expected } });
  });
  return { goldenId: id };
}

async function makerOf(tx: Tx, { actor, ...ctx }: Ctx<StaffActor | SystemActor>): Promise<string | null> {
  if (actor.kind !== "staff") return null;
  await assertCustodian(tx, { ...ctx, actor });
  return actor.userId;
}

type NewDraft = Pick<IdentityCheck, "id" | "legalName" | "otherNames"> & {
  goldenId: string;
  facts: Parameters<typeof sealFacts>[2];
  documentNumber: string;
} & Partial<Pick<IdentityCheck, "plantedForId" | "createdAt" | "submittedAt">>;

/** A draft of a new invented person. */
async function insertDraft(tx: Tx, { facts, documentNumber, ...columns }: NewDraft): Promise<void> {
  const now = clock.now();
  const check = { id: columns.id, userId: (await ensureUser(tx, addressOf(columns.id))).id };
  await tx.identityCheck.create({
    data: {
      ...{ createdAt: now, ...columns, ...check, driver: "custodian_review", updatedAt: now },
      facts: await sealFacts(tx, check, facts),
      documentNumber: Buffer.from(await sealDocumentNumber(tx, check, documentNumber)),
    },
  });
}

/**
 * Add a photo of a specimen that lacks it. Throws `NotFound` for a known case of somebody else, `UnusablePhoto`, and `Conflict`
 * `photo_kept` for a second one.
 */
export async function addGoldenPhoto(
  ctx: Ctx<StaffActor | SystemActor>,
  { goldenId, kind, file }: { goldenId: string; kind: PhotoKind; file: Buffer },
): Promise<void> {
  const { jpeg } = await preparePhoto(file);
  const id = newId();
  const { userId, key } = await inTransaction(async (tx) => {
    const check = await lockSpecimen(tx, ctx, { goldenId, lacks: kind });
    await sweepUnclaimed(tx, photoKey(id));
    return { userId: check.userId, key: await personKey(tx, check.userId) };
  });
  await putPhoto({ id, userId, key, image: jpeg });
  await inTransaction(async (tx) => {
    await lockSpecimen(tx, ctx, { goldenId, lacks: kind });
    const digest = await insertPhoto(tx, { id, checkId: goldenId, kind, image: jpeg });
    if (kind !== "person") await queueReading(tx, goldenId);
    const detail = { photoId: id, kind, sha256: digest.toString("hex") };
    record(tx, { ctx, action: "golden_check.photo_added", subject: about(goldenId), detail });
  });
}

async function lockSpecimen(
  tx: Tx,
  ctx: Ctx<StaffActor | SystemActor>,
  { goldenId, lacks }: { goldenId: string; lacks: PhotoKind },
): Promise<LockedCheck> {
  const madeById = await makerOf(tx, ctx);
  const mine = await tx.goldenCheck.count({ where: { id: goldenId, madeById, retiredAt: null } });
  if (mine === 0) throw new NotFound();
  const check = await lockCheck(tx, goldenId);
  if (!missingPhotos(check).includes(lacks)) throw new Conflict("photo_kept", "This specimen has this photo already.");
  return check;
}

/**
 * Retire a known case that this custodian made: it is planted no more, and disappears from the queues where it waits. Throws `NotFound`
 * for one of somebody else, `Conflict` `retired`.
 */
export async function retireGolden(ctx: Ctx<StaffActor>, { goldenId }: { goldenId: string }): Promise<void> {
  await inTransaction(async (tx) => {
    await assertCustodian(tx, ctx);
    const { userId } = ctx.actor;
    if ((await tx.goldenCheck.count({ where: { id: goldenId, madeById: userId } })) === 0) throw new NotFound();
    const now = clock.now();
    const { count } = await tx.goldenCheck.updateMany({
      where: { id: goldenId, retiredAt: null },
      data: { retiredAt: now, retiredById: userId },
    });
    if (count === 0) throw new Conflict("retired", "This known case is retired already.");
    // Checks before reviews, as in a decision.
    await tx.identityCheck.updateMany({
      where: { goldenId, plantedForId: { not: null } },
      data: { plantedForId: null, updatedAt: now },
    });
    await tx.goldenReview.updateMany({
      where: { goldenId, decidedAt: null },
      data: { decidedAt: now, decision: "retired" },
    });
    record(tx, { ctx, action: "golden_check.retired", subject: about(goldenId) });
  });
}

type Decision = { decision: "approve" } | { decision: "reject" | "better_photo"; reason: string };

/** Where the document or the face can't be seen, a better photo is as right as a rejection. */
const UNSEEN: readonly string[] = ["document_unreadable", "person_not_visible"] satisfies RejectionReason[];

/**
 * Keep what its reviewer decided about a locked known case, instead of all that a decision does: nobody is mailed, and no account, scene,
 * event or job changes. Throws `Conflict` `already_decided`.
 */
export async function decideGolden(
  tx: Tx,
  ctx: Ctx<StaffActor>,
  { id, goldenId }: LockedCheck,
  decided: Decision,
): Promise<void> {
  const golden = await tx.goldenCheck.findUniqueOrThrow({ where: { id: goldenId ?? "" } });
  const reason = decided.decision === "approve" ? null : decided.reason;
  const met = isMet(golden, decided);
  const now = clock.now();
  const { count } = await tx.goldenReview.updateMany({
    where: { goldenId: golden.id, checkId: id, reviewerId: ctx.actor.userId, decidedAt: null },
    data: { decidedAt: now, decision: decided.decision, reason, met },
  });
  if (count === 0) throw new Conflict("already_decided", "This check was decided already.");
  // Its custodian stays, so that the next check is taken for them as after any other.
  await tx.identityCheck.update({ where: { id }, data: { plantedForId: null, updatedAt: now } });
  record(tx, {
    ...{ ctx, action: "golden_check.decided", subject: about(golden.id) },
    ...(reason !== null && { reason }),
    detail: { checkId: id, decision: decided.decision, met },
  });
}

function isMet({ expected, reasons }: { expected: GoldenDecision; reasons: string[] }, decided: Decision): boolean {
  if (decided.decision === "better_photo") return reasons.some((reason) => UNSEEN.includes(reason));
  return decided.decision === expected && (decided.decision === "approve" || reasons.includes(decided.reason));
}

/**
 * Hand a locked known case to a colleague with its check. It counts for them, and never for the one who reassigned it. Throws
 * `InvalidField` `to` for a colleague who made or had it, as for one who may not decide a check.
 */
export async function passGolden(tx: Tx, ctx: Ctx<StaffActor>, check: LockedCheck, to: string): Promise<void> {
  const { id, goldenId, plantedForId } = check;
  if (!goldenId || !plantedForId) return;
  const from = { goldenId, reviewerId: ctx.actor.userId };
  const mine = await tx.goldenReview.findFirst({ where: { ...from, checkId: id, decidedAt: null } });
  const knows = await tx.goldenReview.count({ where: { goldenId, reviewerId: to } });
  const made = await tx.goldenCheck.count({ where: { id: goldenId, madeById: to } });
  const isColleague = await tx.user.count({ where: { id: to, staffRole: "custodian" } });
  if (!mine || knows + made > 0 || isColleague === 0) {
    throw new InvalidField("to", "This colleague can’t decide this check. Choose another.");
  }
  await tx.goldenReview.update({
    where: { goldenId_reviewerId: from },
    data: { decidedAt: clock.now(), decision: "reassigned" },
  });
  const { plantedAt } = mine;
  const askedBy = await somePartner(tx, to, mine.askedBy);
  await tx.goldenReview.create({ data: { goldenId, reviewerId: to, checkId: id, askedBy, plantedAt } });
  await tx.identityCheck.update({ where: { id }, data: { plantedForId: to } });
}

/** Of a known case that this custodian decided: what was expected, and why. Null for every other check. */
export async function findGoldenOutcome({ actor }: Ctx<StaffActor>, checkId: string) {
  const found = await db.goldenReview.findFirst({
    where: { checkId, reviewerId: actor.userId, met: { not: null } },
    include: { golden: { select: { expected: true, reasons: true, why: true } } },
  });
  if (!found) return null;
  const { golden, met, decision, reason } = found;
  return { ...golden, reasons: golden.reasons.filter(isRejectionReason), met: met === true, decision, reason };
}

export type GoldenOutcome = NonNullable<Awaited<ReturnType<typeof findGoldenOutcome>>>;

/** Known cases that a custodian may see: those they made, and those they decided. The others would tell them the answer. */
export const goldenList = custodianList({
  from: "golden_checks g",
  scope: ({ actor: { userId: me } }) => sql`(g.made_by_id = ${me} OR EXISTS (
    SELECT FROM golden_reviews r WHERE r.golden_id = g.id AND r.reviewer_id = ${me} AND r.met IS NOT NULL))`,
  order: NEWEST,
  size: 25,
  may: (ctx) => assertCustodian(db, ctx),
  select: {
    id: field.text("g.id"),
    email: field.text("g.email"),
    expected: field.of<"approve" | "reject">("g.expected"),
    reasons: field.of<string[]>("g.reasons"),
    madeAt: field.time("g.made_at"),
    retiredAt: field.of<Date | null>("g.retired_at"),
    madeById: field.of<string | null>("g.made_by_id"),
  },
  perRow: {
    join: () => sql`LEFT JOIN identity_checks k ON k.id = page.id
      CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE r.met)::int AS met, count(r.met)::int AS decided
        FROM golden_reviews r WHERE r.golden_id = page.id) d`,
    select: {
      legalName: field.of<string | null>("k.legal_name"),
      met: field.of<number>("d.met"),
      decided: field.of<number>("d.decided"),
    },
  },
  filters: {
    status: filter.oneOf(["active", "retired"] as const, (status) =>
      status === "retired" ? sql`g.retired_at IS NOT NULL` : sql`g.retired_at IS NULL`,
    ),
  },
  present: (rows, { actor }) => rows.map(({ madeById, ...row }) => ({ ...row, isMine: madeById === actor.userId })),
});

export type GoldenRow = RowIn<typeof goldenList>;

/** A known case that this custodian made. Throws `NotFound`, `Forbidden`. */
export async function viewGolden(ctx: Ctx<StaffActor>, { goldenId }: { goldenId: string }) {
  await assertCustodian(db, ctx);
  const golden = await db.goldenCheck.findFirst({ where: { id: goldenId, madeById: ctx.actor.userId } });
  const found = await db.identityCheck.findUnique({ where: { id: goldenId }, include: { photos: true } });
  const [check] = found ? await withFacts(db, [found]) : [];
  if (!golden || !check) throw new NotFound();
  const { email, expected, reasons, why, retiredAt } = golden;
  const decided = await db.goldenReview.findMany({ where: { goldenId, met: { not: null } }, select: { met: true } });
  return {
    ...{ id: goldenId, email, expected, reasons: reasons.filter(isRejectionReason), why, retiredAt },
    ...{ legalName: check.legalName, documentType: check.documentType },
    missing: missingPhotos(check),
    decided: decided.length,
    met: decided.filter(({ met }) => met).length,
  };
}

// ─── Planting ───────────────────────────────────────────────────────────────────────────────────────────────────

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
  for (const { id } of due) if ((await hasWaiting(id)) && (await plantGolden(ctx, { reviewerId: id }))) planted++;
  return planted;
}

const hasWaiting = async (userId: string): Promise<boolean> =>
  (await rowsIn(db)`SELECT FROM identity_checks k WHERE ${decidable(userId)} LIMIT 1`).length > 0;

/** Plant a known case for a custodian who has neither made nor had it. Null if there is none, or another one waits for them. */
export async function plantGolden(
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
async function somePartner(tx: Tx, reviewerId: string, before: string | null = null): Promise<string | null> {
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

export const plantGoldenTask = defineTask("plant_golden_checks", z.unknown(), async (_, { requestId }) => {
  await clearDecided(requestId);
  await plantDue(requestId);
});

export const plantGoldenSchedule: Schedule = { task: plantGoldenTask, cron: "10 * * * *" };

// ─── What a check has that a known case needs to look like one ─────────────────────────────────────────────────────

/** A number of a range that stays the same for a seed. */
const pick = (seed: string, from: number, to: number): number =>
  from + Math.floor((sha256(seed).readUInt32BE() / 2 ** 32) * (to - from));

/** When a planted copy was made and sent, and its photos taken: as by somebody who takes some minutes, within the last 40. */
function inventTimes(kinds: readonly PhotoKind[]) {
  let at = 0;
  const after = (seconds: number, most: number) => {
    at += randomInt(seconds * 1000, most * 1000);
    return at;
  };
  after(70, 260);
  const photos = kinds.map((kind) => ({ kind, after: after(15, 80) }));
  const start = clock.now().getTime() - randomInt(40 * MINUTE_MS) - after(20, 90);
  return {
    createdAt: new Date(start),
    photos: photos.map(({ kind, after }) => ({ kind, createdAt: new Date(start + after) })),
    submittedAt: new Date(start + at),
  };
}

/** When the document in a photo was read. */
const readAfter = (photoAt: Date, seed: string): Date => new Date(photoAt.getTime() + pick(`${seed} read`, 2000, 9000));

/** Who a planted copy seems to be from. */
export async function goldenOrigin(tx: Tx, { actor }: Ctx<StaffActor>, { id, goldenId }: LockedCheck) {
  const golden = await tx.goldenCheck.findUniqueOrThrow({ where: { id: goldenId ?? "" }, select: { email: true } });
  const reviews = await tx.goldenReview.findMany({
    where: { checkId: id },
    select: { askedBy: true, reviewerId: true },
  });
  const shown = reviews.find(({ reviewerId }) => reviewerId === actor.userId) ?? reviews[0];
  return { email: golden.email, askedBy: shown?.askedBy ?? null };
}

const BROWSERS = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
];

/** The declaration that a planted copy shows. Nobody made it, so no attestation is kept. */
export const declarationOf = ({ id, submittedAt, createdAt }: LockedCheck): ShownAttestation => ({
  ...{ id, text: DECLARATION_TEXT, textVersion: DECLARATION.version, sha256: sha256(DECLARATION_TEXT).toString("hex") },
  ...{ signedName: null, reason: null, email: "", proof: "code" },
  ip: `${pick(`${id} 1`, 78, 94)}.${pick(`${id} 2`, 0, 256)}.${pick(`${id} 3`, 0, 256)}.${pick(`${id} 4`, 1, 255)}`,
  userAgent: BROWSERS[pick(`${id} browser`, 0, BROWSERS.length)] ?? null,
  at: submittedAt ?? createdAt,
});

type Planted = Pick<IdentityCheck, "id" | "createdAt" | "submittedAt"> & {
  photos: readonly Pick<IdentityPhoto, "id" | "kind" | "createdAt">[];
  reading: { readAt: Date | null } | null;
};

type CheckHistoryRow = Pick<
  Awaited<ReturnType<typeof custodianHistory>>["rows"][number],
  "id" | "at" | "who" | "did" | "requestId" | "reason" | "more" | "detail"
>;

/**
 * The history that a planted copy shows before its custodian's looks, newest first. The ledger has none of it: it didn't happen. A real
 * one has the same lines, because the pages save each step, and load each photo where it is taken and again before sending.
 */
export function goldenHistory({ id, createdAt, submittedAt, photos, reading }: Planted): CheckHistoryRow[] {
  const taken = photos.toSorted((a, b) => a.id.localeCompare(b.id));
  const [first = createdAt, last = createdAt] = [taken[0]?.createdAt, taken.at(-1)?.createdAt];
  const sentAt = submittedAt ?? createdAt;
  const rows: CheckHistoryRow[] = [];
  type Step = { kind?: PhotoKind; reason?: string | null; who?: string; requestId?: string };
  const add = (action: LedgerAction, start: Date, ms: number, { kind, reason = null, who, requestId }: Step = {}) => {
    const seed = `${id} ${rows.length}`;
    const at = new Date(start.getTime() + ms);
    // A request gets its id before it is answered.
    const made = requestId ?? newIdAt(new Date(at.getTime() - pick(seed, 6, 60)), sha256(seed));
    const words: Words = ACTIONS[action];
    const did = words.custodian ?? action;
    const line = { id: seed, at, who: who ?? "the creator", did, reason, more: reason };
    rows.push({ ...line, requestId: made, detail: kind ? { kind } : {} });
    return made;
  };
  const part = (name: string, from: number, to: number, whole: number) =>
    Math.round((pick(`${id} ${name}`, from, to) / 100) * whole);
  const entering = first.getTime() - createdAt.getTime();
  add("identity_check.started", createdAt, pick(`${id} start`, 4, 20));
  add("identity_check.details_saved", createdAt, part("details", 30, 50, entering));
  add("identity_check.document_saved", createdAt, part("document", 65, 85, entering));
  const sides = taken.filter(({ kind }) => kind !== "person");
  const viewed = { reason: "own_draft" };
  for (const { id: photoId, kind, createdAt: at } of taken) {
    const requestId = add("identity_photo.added", at, pick(photoId, 8, 40), { kind });
    add("identity_photo.viewed", at, pick(`${photoId} shown`, 400, 1500), { kind, ...viewed });
    if (!reading || kind === "person") continue;
    const readAt = (photoId === sides.at(-1)?.id && reading.readAt) || readAfter(at, photoId);
    add("identity_check.document_read", readAt, pick(`${photoId} read`, 4, 30), { who: "the service", requestId });
  }
  const reviewing = part("review", 15, 50, sentAt.getTime() - last.getTime());
  for (const { id: photoId, kind } of taken)
    add("identity_photo.viewed", last, reviewing + pick(`${photoId} again`, 20, 300), { kind, ...viewed });
  add("identity_check.submitted", sentAt, pick(`${id} sent`, 8, 60));
  return rows.toSorted((a, b) => b.at.getTime() - a.at.getTime());
}
