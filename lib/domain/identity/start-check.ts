import { evidenceOf } from "@/lib/domain/acts";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { lockUser } from "@/lib/domain/parties/locks";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Conflict, Unprocessable } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { attestDeclaration } from "./declaration";
import { type DocumentType, isOfState, type PhotoKind, photosNeeded } from "./documents";
import { dayOf, factsOf, isUnderAge, openDocumentNumber, sealDocumentNumber, sealFacts, withFacts } from "./id-facts";
import { type CheckOrigin, claimCheck, findAndLockCheck, type LockedCheck, lockDraft, opensCheck } from "./lock-check";
import { queueMarks } from "./marks";
import { findRefusal } from "./queries";
import { findDifferences, type ReadingField, readOf } from "./reading";
import { isOfDocument } from "./rejection-reasons";
import { moveCheck } from "./states";

/**
 * Start the acting person's identity check, or continue the open one, and assign it to their visit. After a rejection, the new
 * check starts with the earlier answers, without the photos.
 * Throws `Conflict`: `already_verified`, `refused_under_age` during a refusal, or `begun_elsewhere` for a visit that may not
 * open the existing check.
 */
export async function startCheck(ctx: Ctx<PersonActor>, origin: CheckOrigin): Promise<OpenCheck> {
  for (;;) {
    const started = await inTransaction((tx) => start(tx, ctx, origin));
    if (started) return started;
  }
}

type OpenCheck = { checkId: string; status: "draft" | "submitted" };

/**
 * The lock on the person's row makes parallel starts wait for each other. The second one then finds a check it has not locked.
 * Checks must be locked before their person, so it returns null without writing, and the caller retries.
 */
async function start(tx: Tx, ctx: Ctx<PersonActor>, origin: CheckOrigin): Promise<OpenCheck | null> {
  const { userId, visit } = ctx.actor;
  const before = await findOpen(tx, userId);
  if (before) await findAndLockCheck(tx, before.id);
  await lockUser(tx, userId);
  const open = await findOpen(tx, userId);
  if (open && open.id !== before?.id) return null;
  if (open) {
    if (!opensCheck(visit, open)) throw begunElsewhere();
    await claimCheck(tx, ctx, open);
    return { checkId: open.id, status: open.status === "draft" ? "draft" : "submitted" };
  }
  if (await tx.identity.findUnique({ where: { userId }, select: { userId: true } })) {
    throw new Conflict("already_verified", "Your ID is already verified.");
  }
  const last = await findLastRejected(tx, userId);
  if (last && !opensCheck(visit, last)) throw begunElsewhere();
  if (await findRefusal(userId, tx)) throw new Conflict("refused_under_age", "You must be 18 or older.");

  const now = clock.now();
  const checkId = newId();
  const check = {
    id: checkId,
    userId,
    driver: env().identityDriver,
    ...origin,
    visitId: visit?.id ?? null,
    createdAt: now,
    updatedAt: now,
  };
  await tx.identityCheck.create({ data: { ...check, ...(last && (await answersOf(tx, last, check))) } });
  record(tx, { ctx, action: "identity_check.started", subject: { kind: "identity_check", id: checkId } });
  return { checkId, status: "draft" };
}

const begunElsewhere = () => new Conflict("begun_elsewhere", "Continue from our email to you.");

const findOpen = (tx: Tx, userId: string) =>
  tx.identityCheck.findFirst({ where: { userId, status: { in: ["draft", "submitted"] } } });

const findLastRejected = (tx: Tx, userId: string) =>
  tx.identityCheck.findFirst({ where: { userId, status: "rejected" }, orderBy: { id: "desc" } });

type RejectedCheck = NonNullable<Awaited<ReturnType<typeof findLastRejected>>>;

async function answersOf(tx: Tx, last: RejectedCheck, check: { id: string; userId: string }) {
  const { legalName, otherNames } = last;
  const [earlier] = await withFacts(tx, [last]);
  const person = { legalName, otherNames };
  if (!earlier) return person;
  if (isOfDocument(last.rejectionReason)) {
    return { ...person, facts: await sealFacts(tx, check, { birthDate: earlier.birthDate }) };
  }
  const number = await openDocumentNumber(tx, last);
  return {
    ...person,
    facts: await sealFacts(tx, check, factsOf(earlier)),
    documentNumber: number === null ? null : Buffer.from(await sealDocumentNumber(tx, check, number)),
  };
}

/** Which value of a field is right, when the document was read differently from what was entered. */
export type Answers = Partial<Record<ReadingField, "entered" | "read">>;

type Answered = {
  answers?: Answers;
  /** When the document was read that the answers are about. */
  answersAbout?: string;
};

/** What a person sends with a check, or with better photos for it. */
export type Sending = Answered & { attested: boolean };

/**
 * Send the acting person's draft to a custodian, and attest their declaration that it is true. It can't change afterwards. What was read
 * from their document and differs needs an answer for each field: their entry stays, or what was read replaces it.
 * Throws `Unprocessable`: `not_attested`, `check_incomplete`, `reading_differs`, `document_expired`, `under_age`; `Conflict`
 * `no_draft` for a second submit.
 */
export async function submitCheck(
  ctx: Ctx<PersonActor>,
  { attested, ...answered }: Sending,
): Promise<{ checkId: string }> {
  if (!attested) throw new Unprocessable("not_attested", "Check the box to declare that this is true.");
  return inTransaction(async (tx) => {
    const draft = await lockDraft(tx, ctx);
    const now = clock.now();
    if (draft.driver !== "custodian_review" || missingParts(draft).length > 0) {
      throw new Unprocessable("check_incomplete", "Your check is not complete yet.");
    }
    const { check, kept, corrected } = await keepAnswers(tx, draft, answered);
    if (check.documentExpiry && check.documentExpiry < dayOf(now)) {
      throw new Unprocessable("document_expired", "Your document has expired in the meantime.");
    }
    if (!check.birthDate || isUnderAge(check.birthDate, now)) {
      throw new Unprocessable("under_age", "You must be 18 or older.");
    }
    await moveCheck(tx, { id: check.id, to: "submitted", submittedAt: now });
    await tx.photoHandoff.deleteMany({ where: { checkId: check.id } });
    const declaration = await attestDeclaration(tx, ctx, { checkId: check.id, at: now });
    record(tx, {
      ctx,
      action: "identity_check.submitted",
      subject: { kind: "identity_check", id: check.id },
      detail: {
        declaration,
        ...evidenceOf(ctx),
        photos: check.photos.map(({ kind, sha256 }) => ({ kind, sha256: hexOf(sha256) })),
        ...(kept.length > 0 && { kept }),
        ...(corrected.length > 0 && { corrected }),
      },
    });
    await queueMarks(tx, check.id);
    return { checkId: check.id };
  });
}

/**
 * Keeps the person's answers about what was read from the document of a locked check, which they send now, and returns it with them.
 * Throws `Unprocessable` `reading_differs` if one is missing.
 */
export async function keepAnswers(tx: Tx, draft: LockedCheck, { answers = {}, answersAbout }: Answered) {
  const { differing, reading } = await findDifferences(tx, draft);
  if (!reading || differing.length === 0) return { check: draft, kept: [], corrected: [] };
  const given: Answers = answersAbout === reading.readAt.toISOString() ? answers : {};
  if (differing.some(({ field, mayTake }) => given[field] !== "entered" && !(mayTake && given[field] === "read"))) {
    throw new Unprocessable("reading_differs", "We read something else on your document. Choose what is right.");
  }
  const fieldsThat = (answer: "entered" | "read") =>
    differing.map(({ field }) => field).filter((field) => given[field] === answer);
  const [kept, corrected] = [fieldsThat("entered"), fieldsThat("read")];
  await tx.documentReading.update({ where: { checkId: draft.id }, data: { keptFields: kept } });
  const read = readOf(reading.fields);
  const right = <F extends ReadingField>(field: F) => (corrected.includes(field) ? { [field]: read[field] } : {});
  const chosen: LockedCheck = {
    ...draft,
    ...right("legalName"),
    ...right("birthDate"),
    ...right("documentCountry"),
    ...right("documentState"),
    ...right("documentExpiry"),
  };
  // A country that was corrected decides whether there is a state.
  const { documentState } = corrected.includes("documentCountry") ? read : chosen;
  const check = { ...chosen, documentState: isOfState(chosen) ? documentState : null };
  const number = corrected.includes("documentNumber") ? reading.fields.documentNumber : null;
  if (corrected.length > 0) {
    await tx.identityCheck.update({
      where: { id: check.id },
      data: {
        legalName: check.legalName,
        facts: await sealFacts(tx, check, factsOf(check)),
        ...(number && { documentNumber: Buffer.from(await sealDocumentNumber(tx, check, number)) }),
      },
    });
  }
  return { check, kept, corrected };
}

/** The parts of a check, in the order of the steps. */
type CheckPart = "details" | "document" | "photos";

type Draft = {
  legalName: string | null;
  birthDate: Date | null;
  documentType: DocumentType | null;
  documentNumber?: unknown;
  photos: readonly { kind: PhotoKind }[];
};

/** The photos that a draft still lacks. */
export function missingPhotos(draft: Pick<Draft, "documentType" | "photos">): PhotoKind[] {
  const kinds = new Set(draft.photos.map((photo) => photo.kind));
  return photosNeeded(draft.documentType).filter((kind) => !kinds.has(kind));
}

/** The parts that a draft for a custodian still lacks, in order; empty when it can be sent. */
export function missingParts(draft: Draft): CheckPart[] {
  const parts: CheckPart[] = [];
  if (!draft.legalName || !draft.birthDate) parts.push("details");
  if (!draft.documentType || !draft.documentNumber) parts.push("document");
  if (missingPhotos(draft).length > 0) parts.push("photos");
  return parts;
}
