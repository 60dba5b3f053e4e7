import type { Ctx, StaffActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { custodianList, field, filter, NEWEST, type RowIn } from "@/lib/domain/core/lists";
import { isUnderAge, personKey, sealDocumentNumber, sealFacts, withFacts } from "@/lib/domain/identity/id-facts";
import { assertCustodian, ensureUser } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, type Tx } from "@/lib/platform/db";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { preparePhoto } from "@/lib/platform/photos";
import type { IdentityCheck } from "@/prisma/generated/client";
import type { PhotoKind } from "../documents";
import { assertNotExpired } from "../drafts";
import { type LockedCheck, lockCheck } from "../lock-check";
import { insertPhoto, photoKey, putPhoto, sweepUnclaimed } from "../photos";
import { queueReading } from "../reading";
import { isRejectionReason } from "../rejection-reasons";
import type { DetailsInput, DocumentInput, KnownCaseInput } from "../schemas";
import { missingPhotos } from "../start-check";

// Known cases: specimens planted in custodians' queues to count how often a reviewer is right. A specimen and its planted copies are
// drafts of invented people, which everything but the queue and the desk passes over, and which the database never lets be decided.
// Decision 076 says why.

const { sql } = Prisma;

export const about = (id: string) => ({ kind: "golden_check", id }) as const;
// Nobody can receive mail there, so nobody can prove to be this person.
export const addressOf = (id: string): string => `${id}@golden.invalid`;

/**
 * Make a known case. It is planted once its photos are added. Throws `Forbidden`, and `InvalidField` for what no real check can have: an
 * expired document, or an age below 18.
 */
export async function makeKnownCase(
  ctx: Ctx<StaffActor | SystemActor>,
  { details, document, known }: { details: DetailsInput; document: DocumentInput; known: KnownCaseInput },
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
export async function insertDraft(tx: Tx, { facts, documentNumber, ...columns }: NewDraft): Promise<void> {
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
export async function addKnownCasePhoto(
  ctx: Ctx<StaffActor | SystemActor>,
  { goldenId, kind, file }: { goldenId: string; kind: PhotoKind; file: Buffer },
): Promise<void> {
  const { jpeg } = await preparePhoto(file, goldenId);
  const id = newId();
  const { userId, key } = await inTransaction(async (tx) => {
    const check = await lockKnownCase(tx, ctx, { goldenId, lacks: kind });
    await sweepUnclaimed(tx, photoKey(id));
    return { userId: check.userId, key: await personKey(tx, check.userId) };
  });
  await putPhoto({ id, userId, key, image: jpeg });
  await inTransaction(async (tx) => {
    await lockKnownCase(tx, ctx, { goldenId, lacks: kind });
    const digest = await insertPhoto(tx, { id, checkId: goldenId, kind, image: jpeg });
    if (kind !== "person") await queueReading(tx, goldenId);
    const detail = { photoId: id, kind, sha256: digest.toString("hex") };
    record(tx, { ctx, action: "golden_check.photo_added", subject: about(goldenId), detail });
  });
}

async function lockKnownCase(
  tx: Tx,
  ctx: Ctx<StaffActor | SystemActor>,
  { goldenId, lacks }: { goldenId: string; lacks: PhotoKind },
): Promise<LockedCheck> {
  const madeById = await makerOf(tx, ctx);
  const mine = await tx.goldenCheck.count({ where: { id: goldenId, madeById, retiredAt: null } });
  if (mine === 0) throw new NotFound();
  const check = await lockCheck(tx, goldenId);
  if (!missingPhotos(check).includes(lacks))
    throw new Conflict("photo_kept", "This known case already has this photo.");
  return check;
}

/**
 * Retire a known case that this custodian made: it is planted no more, and disappears from the queues where it waits. Throws `NotFound`
 * for one of somebody else, `Conflict` `retired`.
 */
export async function retireKnownCase(ctx: Ctx<StaffActor>, { goldenId }: { goldenId: string }): Promise<void> {
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

/** Known cases that a custodian may see: those they made, and those they decided. The others would tell them the answer. */
export const knownCaseList = custodianList({
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

export type KnownCaseRow = RowIn<typeof knownCaseList>;

/** A known case that this custodian made. Throws `NotFound`, `Forbidden`. */
export async function viewKnownCase(ctx: Ctx<StaffActor>, { goldenId }: { goldenId: string }) {
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
