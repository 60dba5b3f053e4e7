import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { custodianHistory, record } from "@/lib/domain/core/ledger";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import { addLook, findLooks } from "@/lib/domain/custody/looks";
import { ageOn, dayOf, isUnderAge, logUnreadable, openDocumentNumber } from "@/lib/domain/identity/id-facts";
import { allNames, findOtherSignatures, namesOf } from "@/lib/domain/identity/names";
import { isFresh } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { NotFound, Unprocessable } from "@/lib/platform/errors";
import { assigneeOf, keepAssigned } from "./assignment";
import { findDeclarations } from "./declaration";
import { isSent } from "./documents";
import { declarationOf, knownCaseHistory, knownCaseOrigin } from "./known-cases";
import type { Statement } from "./labels";
import { findOrigin, type LockedCheck, lockCheck } from "./lock-check";
import { listNotes } from "./notes";
import { compareReading, findReading, type ReadingField } from "./reading";
import { isNearlyDue } from "./review-queue";
import { findRisks } from "./risks";
import { allowsPurpose, isOpened, isUnderReview, readGrant } from "./view-photo";
import type { ViewPurpose } from "./view-purposes";

/**
 * One check for a custodian. Each look has a ledger entry: the grant's, or its own, written in the same transaction and valid
 * for ten minutes. The ID's data (`details`) is shown with a grant of `openEvidence`, or during the review to a custodian who proved who
 * they are recently; otherwise it is null and the entry has no reason.
 * Throws `NotFound`, `Forbidden` (also `conflict_of_interest`), `Unprocessable` `check_unreadable`.
 */
export async function viewCheck(ctx: Ctx<StaffActor>, asked: AskedCheck) {
  try {
    return await inTransaction((tx) => view(tx, ctx, asked));
  } catch (error) {
    // Throws any other error.
    logUnreadable(error, asked.checkId);
    throw new Unprocessable("check_unreadable", "This check can’t be read.");
  }
}

type AskedCheck = { checkId: string; grant: string | undefined };

async function view(tx: Tx, ctx: Ctx<StaffActor>, { checkId, grant }: AskedCheck) {
  const check = await lockCheck(tx, checkId);
  await assertNoConflict(tx, ctx, { check: checkId });
  if (check.status === "draft") throw new NotFound();
  await keepAssigned(tx, ctx, check);
  const viewGrant = readGrant(grant, { checkId, userId: ctx.actor.userId });
  const opens = viewGrant !== null && allowsPurpose(viewGrant.purpose, check);
  const open = opens && (await isOpened(tx, ctx, check, viewGrant.purpose)) ? viewGrant : null;
  const underReview = isUnderReview(check);
  const isProven = isFresh(ctx.actor);
  const purpose = open?.purpose ?? (underReview && isProven ? "identity_review" : null);
  if (!open) await recordLook(tx, ctx, { checkId, purpose });
  const { id, status, driver, submittedAt, decidedAt, rejectionReason, rejectionNote } = check;
  return {
    id,
    status,
    driver,
    submittedAt,
    decidedAt,
    rejectionReason,
    rejectionNote,
    documentType: check.documentType,
    documentCountry: check.documentCountry,
    documentState: check.documentState,
    underReview,
    /** Most of the time in which we promise a decision is over. */
    isNearlyDue: underReview && submittedAt !== null && isNearlyDue(submittedAt),
    /** Who works on it now. */
    assignee: underReview ? await colleague(tx, ctx, assigneeOf(check)) : null,
    /** What the grant opens, and until when. */
    open,
    /** They have to prove who they are again before anything of the ID opens. */
    mustProve: open === null && !isProven,
    details: purpose ? await detailsOf(tx, check) : null,
    risks: purpose ? await findRisks(tx, ctx, check) : [],
    /** Which better photos the person was asked for, and why. */
    asked:
      underReview && check.photosAskedAt
        ? { at: check.photosAskedAt, photos: check.photosAsked, fault: check.photosProblem, note: check.photosNote }
        : null,
    /** Who waits for a second opinion. */
    opinion: await colleague(tx, ctx, check.opinionById),
    /** What custodians wrote about it, for whoever may read its details. */
    notes: purpose ? await listNotes(tx, check) : [],
    photos: check.photos.map((photo) => ({ id: photo.id, kind: photo.kind })),
    declarations: check.goldenId ? [declarationOf(check)] : await findDeclarations(tx, checkId),
    ...(await surroundings(tx, check)),
    ...(check.goldenId && (await knownCaseOrigin(tx, ctx, check))),
  };
}

export type ViewedCheck = Awaited<ReturnType<typeof viewCheck>>;

async function recordLook(
  tx: Tx,
  ctx: Ctx<StaffActor>,
  { checkId, purpose }: { checkId: string; purpose: ViewPurpose | null },
): Promise<void> {
  const look = { kind: "check", subjectId: checkId } as const;
  if ((await findLooks(tx, ctx, { ...look, activeFor: purpose })).length > 0) return;
  await addLook(tx, ctx, { ...look, purpose });
  record(tx, {
    ctx,
    action: "identity_check.viewed",
    subject: { kind: "identity_check", id: checkId },
    ...(purpose && { reason: purpose }),
    detail: { details: purpose !== null },
  });
}

async function detailsOf(tx: Tx, check: LockedCheck) {
  const { userId, legalName, birthDate, otherNames, documentExpiry } = check;
  const age = birthDate ? ageOn(birthDate, clock.now()) : null;
  const documentNumber = await openDocumentNumber(tx, check);
  const reading = await findReading(tx, check);
  // What was read from an earlier photo says nothing about a better one, and of one that isn't sent yet nobody else learns.
  const isCurrent =
    reading !== null &&
    isSent(reading.readAt, check) &&
    check.photos.every((it) => it.kind === "person" || it.createdAt <= reading.readAt);
  const known = (await namesOf([userId], tx))(userId);
  const own = [...(legalName === null ? [] : [legalName]), ...otherNames, ...allNames(known)];
  const compared = compareReading({ ...check, documentNumber }, isCurrent ? reading : null);
  return {
    legalName,
    birthDate,
    age,
    otherNames,
    /** Names that the check doesn't have: added to the person's record by themselves or by another check. */
    addedNames: known.others.filter(({ name }) => name !== legalName && !otherNames.includes(name)),
    /** Names they signed with that are on neither the ID nor their record. */
    signatures: await findOtherSignatures(tx, userId, own),
    documentExpiry,
    documentNumber,
    compared,
    /** The statements that what was read from the document confirms. The others take eyes. */
    confirmed: confirmedBy(compared, check.submittedAt ?? clock.now()),
  };
}

function confirmedBy(compared: ReturnType<typeof compareReading>, sentAt: Date): Statement[] {
  const isSame = (name: ReadingField) => compared.find(({ field }) => field === name)?.same === true;
  const dateOf = (name: ReadingField) => {
    const read = compared.find(({ field }) => field === name)?.read;
    return read instanceof Date ? read : null;
  };
  const [born, expiry] = [dateOf("birthDate"), dateOf("documentExpiry")];
  const statements: Statement[] = [];
  if (isSame("legalName") && isSame("birthDate")) statements.push("details");
  if (isSame("documentExpiry") && expiry && expiry >= dayOf(sentAt)) statements.push("valid");
  if (isSame("birthDate") && born && !isUnderAge(born, sentAt)) statements.push("of_age");
  return statements;
}

async function nameOf(tx: Tx, userId: string | null): Promise<string | null> {
  const found = userId && (await tx.user.findUnique({ where: { id: userId }, select: { name: true, email: true } }));
  return found ? (found.name ?? found.email) : null;
}

async function colleague(tx: Tx, { actor }: Ctx<StaffActor>, userId: string | null) {
  const name = await nameOf(tx, userId);
  return name === null ? null : { name, isMe: userId === actor.userId };
}

async function surroundings(tx: Tx, check: LockedCheck) {
  const { id, userId, decidedById } = check;
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const origin = await findOrigin(tx, check);
  const earlier = await tx.identityCheck.findMany({
    where: { userId, id: { not: id }, status: { in: ["approved", "rejected"] } },
    orderBy: { id: "desc" },
    take: 10,
    select: { id: true, status: true, decidedAt: true, rejectionReason: true },
  });
  const refusals = await tx.alert.findMany({ where: { personId: userId, kind: "entered" }, orderBy: { id: "asc" } });
  return {
    email,
    decidedBy: await nameOf(tx, decidedById),
    askedBy: origin?.partnerName ?? null,
    /** The scene that it was started for. */
    sceneId: origin?.kind === "performer" ? origin.performer.sceneId : null,
    earlier,
    refusals: refusals.map(({ raisedAt }) => raisedAt),
  };
}

/** A check's history for custodians. Throws `NotFound`, `Forbidden`. */
export async function listCheckHistory(ctx: Ctx<StaffActor>, checkId: string) {
  const check = await db.identityCheck.findUnique({ where: { id: checkId }, include: { photos: true, reading: true } });
  if (!check) throw new NotFound();
  await assertNoConflict(db, ctx, { check: checkId });
  const about = [{ kind: "identity_check", ids: [checkId] }] as const;
  const history = await custodianHistory({ about, take: 200 }, check.performerId ? "the performer" : "the creator");
  if (!check.goldenId) return history;
  const invented = knownCaseHistory(check);
  return { rows: [...history.rows, ...invented], total: history.total + invented.length };
}
export type CheckHistory = Awaited<ReturnType<typeof listCheckHistory>>;
