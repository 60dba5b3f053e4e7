import { askElsewhere, deriveStatusesOfUser, issueLink, lockAccount } from "@/lib/domain/accounts";
import type { Ctx, StaffActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { raiseAlert } from "@/lib/domain/custody/alerts";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import {
  assertLookedAt,
  assertNotElsewhere,
  decideKnownCase,
  type FoundOrigin,
  findOrigin,
  type LockedCheck,
  lockCheck,
  moveCheck,
  photosNeeded,
  type RejectionReason,
  readUsualTimes,
  STATEMENTS,
  STATEMENTS_VERSION,
  type Statement,
  setIdentity,
  setPhotosAsked,
  type UsualTimes,
} from "@/lib/domain/identity";
import { dayOf, isUnderAge } from "@/lib/domain/identity/id-facts";
import { allNames, findOtherSignatures, namesOf, registerNames } from "@/lib/domain/identity/names";
import type { PhotoRequestInput, RejectionInput } from "@/lib/domain/identity/schemas";
import { lockUser } from "@/lib/domain/parties/locks";
import { deriveConsentOfUser, performerLink, performerStage } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, InvalidField, Unprocessable } from "@/lib/platform/errors";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { identityApprovedMail, identityRejectedMail, photosAskedMail } from "./mails";

/**
 * Approve a locked, submitted check, in the decision's transaction: record the identity and its other names, update the
 * person's scenes and accounts, and mail the person. A former legal name stays one of their names. Throws `Conflict` `name_differs`
 * when they signed with a name that is on neither their ID nor their record and isn't among a custodian's `seenNames`.
 */
export async function acceptIdentity(
  tx: Tx,
  ctx: Ctx<StaffActor | SystemActor>,
  check: LockedCheck,
  { legalName, seenNames }: { legalName: string; seenNames?: readonly string[] },
  detail: Record<string, unknown> = {},
): Promise<void> {
  const now = clock.now();
  const { userId } = check;
  // A signature holds this lock, too: either it sees the new identity, or we see the signature.
  await lockUser(tx, userId);
  const known = (await namesOf([userId], tx))(userId);
  const others = [...check.otherNames, check.legalName, known.legalName].filter((name) => name !== null);
  const otherNames = [...new Set(others)].filter((name) => name !== legalName);
  const signatures = await findOtherSignatures(tx, userId, [legalName, ...otherNames, ...allNames(known)]);
  if (seenNames && signatures.some(({ name }) => !seenNames.includes(name))) {
    throw new Conflict(
      "name_differs",
      "They signed with a name that isn’t on this ID. Compare the names, then decide.",
    );
  }
  await moveCheck(tx, {
    id: check.id,
    to: "approved",
    decidedAt: now,
    decidedById: ctx.actor.kind === "staff" ? ctx.actor.userId : null,
  });
  await setIdentity(tx, { userId, checkId: check.id, legalName, verifiedAt: now, lastChangedAt: now });
  await registerNames(tx, userId, otherNames);
  record(tx, {
    ctx,
    action: "identity_check.approved",
    subject: { kind: "identity_check", id: check.id },
    detail: {
      driver: check.driver,
      ...detail,
      ...(signatures.length > 0 && { otherSignatures: signatures.map(({ id }) => id) }),
    },
  });
  await deriveConsentOfUser(tx, ctx, userId);
  await askElsewhere(tx, ctx, { userId, accountId: check.accountId });
  await deriveStatusesOfUser(tx, ctx, userId);
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const origin = await findOrigin(tx, check);
  await sendMail(tx, {
    to: email,
    template: identityApprovedMail,
    props: { partnerName: origin?.partnerName ?? null, ...(await afterApproval(tx, origin, userId)) },
  });
}

/** What a verified person does next, for their mail. */
async function afterApproval(tx: Tx, origin: FoundOrigin | null, userId: string) {
  if (origin?.kind === "performer") {
    const asked = performerStage(origin.performer).at === "asked";
    return {
      continueUrl: await performerLink(origin.performer, tx),
      scene: asked ? ("undecided" as const) : ("decided" as const),
    };
  }
  if (!origin) return { continueUrl: null, unpaid: false };
  const { account } = origin;
  const unpaid = account.userId === userId && account.fundedBy === "creator" && isPending(account.status);
  return { continueUrl: unpaid ? await mailLink(tx, account.id) : account.redirectUrl, unpaid };
}

// Verified but neither active nor suspended: only the subscription is missing.
const isPending = (status: string): boolean => status === "pending_id_verification";

/** Who gets the mail about a check that they have to return to, and what it needs to say. */
async function recipientOf(tx: Tx, check: LockedCheck) {
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: check.userId }, select: { email: true } });
  const origin = await findOrigin(tx, check);
  return { to: email, partnerName: origin?.partnerName ?? null, url: await linkBack(tx, origin) };
}

/** The link with which a person returns to their check; null for an import. */
async function linkBack(tx: Tx, origin: FoundOrigin | null): Promise<string | null> {
  if (!origin) return null;
  if (origin.kind === "performer") return performerLink(origin.performer, tx);
  await lockAccount(tx, { id: origin.account.id });
  return mailLink(tx, origin.account.id);
}

/** A new link for the person's mail. The account must be locked. */
async function mailLink(tx: Tx, accountId: string): Promise<string> {
  const { url } = await issueLink(tx, { accountId, kind: "mail" });
  return url;
}

/** Locks a check that this custodian may decide now. Throws as the acts below do. */
async function lockToDecide(tx: Tx, ctx: Ctx<StaffActor>, checkId: string): Promise<LockedCheck> {
  const check = await lockCheck(tx, checkId);
  await assertNoConflict(tx, ctx, { check: checkId });
  assertUndecided(check);
  assertNotElsewhere(ctx, check);
  return check;
}

/**
 * A custodian asks the person for better photos, without a rejection: the check stays submitted and keeps what they entered, so
 * platforms and producers learn nothing. We mail the person what is wrong. Throws `Forbidden`; `Conflict`: `already_decided`,
 * `assigned_elsewhere`, `photos_asked` when they were asked already.
 */
export async function askForPhotos(
  ctx: Ctx<StaffActor>,
  { checkId, photos, reason, note }: { checkId: string } & PhotoRequestInput,
): Promise<void> {
  await inTransaction(async (tx) => {
    const check = await lockToDecide(tx, ctx, checkId);
    assertNotAsked(check);
    const needed = photosNeeded(check.documentType);
    const asked = photos.filter((kind) => needed.includes(kind));
    if (asked.length === 0) throw new InvalidField("photos", "This document has no such photo.");
    if (check.goldenId) return decideKnownCase(tx, ctx, check, { decision: "better_photo", reason });
    const request = { photosAsked: asked, photosProblem: reason, photosNote: note || null, photosAskedAt: clock.now() };
    await setPhotosAsked(tx, { id: check.id, asked: request });
    record(tx, {
      ctx,
      action: "identity_check.photos_asked",
      subject: { kind: "identity_check", id: check.id },
      reason,
      detail: { photos: asked },
    });
    const { to, url, ...back } = await recipientOf(tx, check);
    const { documentType } = check;
    // A performer's link opens their scene. This one leads to the photo, after the code.
    const link = url && check.performerId ? `${url}?to=photos` : url;
    await sendMail(tx, {
      to,
      template: photosAskedMail,
      props: { photos: asked, documentType, reason, note: request.photosNote, ...back, url: link },
    });
  });
}

/**
 * Reject a locked, submitted check, in the decision's transaction, and mail the person. Alerts custodians about one under 18. `reviewMs`:
 * how long a review usually takes, read before the transaction, because other decisions wait for its locks.
 */
export async function rejectCheck(
  tx: Tx,
  ctx: Ctx<StaffActor | SystemActor>,
  check: LockedCheck,
  {
    reason,
    note,
    reviewMs,
    detail = {},
  }: { reason: RejectionReason; note: string | null; detail?: Record<string, unknown> } & Pick<UsualTimes, "reviewMs">,
): Promise<void> {
  await moveCheck(tx, {
    id: check.id,
    to: "rejected",
    rejectionReason: reason,
    rejectionNote: note,
    decidedAt: clock.now(),
    decidedById: ctx.actor.kind === "staff" ? ctx.actor.userId : null,
  });
  const subject = { kind: "identity_check", id: check.id } as const;
  if (reason === "under_age") {
    await raiseAlert(tx, { kind: "rejected", personId: check.userId, subject, checkId: check.id });
  }
  record(tx, {
    ctx,
    action: "identity_check.rejected",
    subject,
    reason,
    detail: { driver: check.driver, ...detail },
  });
  const { to, ...back } = await recipientOf(tx, check);
  await sendMail(tx, { to, template: identityRejectedMail, props: { reason, note, ...back, reviewMs } });
}

/**
 * A custodian approves a check: records the identity, updates the person's scenes and accounts with their events, and mails the
 * person. The age is counted today. `statements`: what they state, which must be all of `STATEMENTS`. `seenNames`: the names that the
 * person signed with that aren't on the ID, as the page showed them.
 * Throws `Forbidden`, `Conflict`: `already_decided`, `assigned_elsewhere`, `photos_asked`, `opinion_awaited`, `name_differs` for a name
 * that the page didn't show; `Unprocessable`: `not_stated`, `under_age`, `document_expired`, `not_looked_at`.
 */
export async function approveIdentity(
  ctx: Ctx<StaffActor>,
  {
    checkId,
    statements,
    seenNames = [],
  }: { checkId: string; statements: readonly Statement[]; seenNames?: readonly string[] },
): Promise<void> {
  await inTransaction(async (tx) => {
    const check = await lockToDecide(tx, ctx, checkId);
    assertNotAsked(check);
    if (check.opinionById) {
      throw new Conflict("opinion_awaited", "A second opinion was asked for. Wait for it, or withdraw the question.");
    }
    if (!STATEMENTS.every((statement) => statements.includes(statement))) {
      throw new Unprocessable("not_stated", "Check all five statements before you approve.");
    }
    const now = clock.now();
    const { legalName, birthDate, documentExpiry } = check;
    if (!legalName || !birthDate) throw new Unprocessable("check_incomplete", "Name or birth date is missing.");
    if (isUnderAge(birthDate, now)) throw new Unprocessable("under_age", "This person is younger than 18 today.");
    if (documentExpiry && documentExpiry < dayOf(now)) {
      throw new Unprocessable(
        "document_expired",
        "The document has expired since the person sent it. Reject it for that reason.",
      );
    }
    await assertLookedAt(tx, ctx, check);
    if (check.goldenId) return decideKnownCase(tx, ctx, check, { decision: "approve" });
    const stated = { version: STATEMENTS_VERSION, statements: STATEMENTS };
    await acceptIdentity(tx, ctx, check, { legalName, seenNames }, { stated });
  });
}

/**
 * A custodian rejects a check. We mail the reason and the note to the person, who may try again.
 * Throws `Forbidden`, `Conflict` `already_decided`, `assigned_elsewhere`.
 */
export async function rejectIdentity(
  ctx: Ctx<StaffActor>,
  { checkId, reason, note }: { checkId: string } & RejectionInput,
): Promise<void> {
  const { reviewMs } = await readUsualTimes();
  await inTransaction(async (tx) => {
    const check = await lockToDecide(tx, ctx, checkId);
    if (check.goldenId) return decideKnownCase(tx, ctx, check, { decision: "reject", reason });
    await rejectCheck(tx, ctx, check, { reason, note: note || null, reviewMs });
  });
}

/** Throws `Conflict` `photos_asked` while the person was asked for better photos. */
function assertNotAsked({ photosAskedAt }: LockedCheck): void {
  if (photosAskedAt)
    throw new Conflict("photos_asked", "The person was asked for a better photo and hasn’t sent it yet.");
}

/** Throws `Conflict` `already_decided`, `not_submitted`, or `not_for_custodians` where the verification service decides. */
function assertUndecided(check: LockedCheck): void {
  if (check.driver !== "custodian_review" && check.status === "submitted") {
    throw new Conflict("not_for_custodians", "The verification service decides this check.");
  }
  if (check.status === "submitted") return;
  if (check.goldenId) throw new Conflict("already_decided", "This check was decided already.");
  if (check.status === "draft") throw new Conflict("not_submitted", "The person has not sent this check yet.");
  throw new Conflict("already_decided", `Another custodian already decided: this check is ${check.status}.`);
}
