import { attest, removalSubject, type VisitCookie, visitOfPress } from "@/lib/domain/acts";
import type { Ctx, PersonActor, SystemActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { hashToken, randomToken, sha256 } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { lockName } from "@/lib/platform/locks";
import type { AttestationProof } from "@/prisma/generated/client";
import { openPageToken, sealClaim } from "../claim";
import { tellClaimant } from "../claimant-mails/tell-claimant";
import { deadlineOf } from "../deadline";
import { addItems } from "../deciding/add-items";
import { recordOn } from "../deciding/locked-request";
import { findRecordsSoon } from "../deciding/match-later";
import { addTargets } from "../matching/find-matches";
import { addFiles } from "../matching/wanted-hashes";
import { lockDraft, openDraft } from "./drafts";
import { OPEN_MOST, TOO_MANY_OPEN } from "./labels";
import { ownMatches } from "./own-record";
import { basisOf } from "./questions";
import { type Signature, Signed, signedOf } from "./sign";

export type Filed = { id: string; pageToken: string };

/** Whether a mailed link can still file its request, or has. Opening it changes nothing. */
export async function isLiveLink(link: string): Promise<boolean> {
  const row = await db.removalDraft.findUnique({
    where: { linkHash: hashToken(link), expiresAt: { gt: clock.now() } },
    select: { id: true, answers: true },
  });
  return row !== null && openDraft(row, Signed) !== null;
}

/**
 * The button behind the mailed link: files the request, in one transaction with what is found and its effects. The mailbox is proven
 * at this moment, from which deadlines count. A repeat, in any browser, returns the same request. Only the browser whose press filed it
 * gets the cookie that opens the claimant's page: any other one needs a code. `press` is `visitOfPress`'s. Contract: Removal requests.
 * Throws `NotFound` for a link that has ended, and `Conflict` `too_many_open`.
 */
export function fileRequest(
  ctx: Ctx<SystemActor>,
  link: string,
  press?: string,
): Promise<Filed & { cookie: VisitCookie | null }> {
  return inTransaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ id: string; answers: Uint8Array }[]>`
      SELECT id, answers FROM removal_drafts
      WHERE link_hash = ${hashToken(link)} AND expires_at > ${clock.now()} FOR UPDATE`;
    const signed = row && openDraft(row, Signed);
    if (!signed) throw new NotFound();
    const isFirst = (await tx.removalRequest.count({ where: { draftId: row.id } })) === 0;
    const filed = await file(tx, ctx, { draftId: row.id, signed, userId: null });
    return { ...filed, cookie: await visitOfPress(tx, { subject: removalSubject(filed.id), press, isFirst }) };
  });
}

/**
 * Files a draft that its person started in their own account, whose session proves the mailbox. A repeat returns the same request.
 * Contract: Removal requests. Throws `NotFound` for a draft that has ended or is another person's, and `Conflict`
 * `draft_incomplete`, `statement_changed`, `too_many_open`.
 */
export function fileOwnRequest(
  ctx: Ctx<PersonActor>,
  { token, ...signature }: Signature & { token: string },
): Promise<Filed> {
  return inTransaction(async (tx) => {
    const { userId } = ctx.actor;
    const draft = await lockDraft(tx, token);
    if (draft.answers.account?.userId !== userId) throw new NotFound();
    const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
    const signed = signedOf(ctx, { ...draft.answers, email }, signature);
    return file(tx, ctx, { draftId: draft.id, signed, userId });
  });
}

/** Throws `Conflict` `too_many_open`. Later calls for the address wait until this transaction ends. */
async function assertMayFile(tx: Tx, email: string): Promise<void> {
  await lockName(tx, `removals of ${email}`);
  if ((await tx.removalRequest.count({ where: { email, status: "open" } })) < OPEN_MOST) return;
  throw new Conflict("too_many_open", TOO_MANY_OPEN);
}

type Filing = {
  /** The draft it is made of: a repeat finds the first request. */
  draftId: string;
  signed: Signed;
  userId: string | null;
  /** How the mailbox was proven; by default, by the session, or by the mailed link without one. */
  by?: { proof: AttestationProof; visitId: string | null };
  /** It withdraws a release, which happens once. It doesn't count for the most that a mailbox may have open. */
  isWithdrawal?: boolean;
};

/** Files a request, in one transaction with what is found and its effects. Throws `Conflict` `too_many_open`. */
export async function file(tx: Tx, ctx: Ctx, { draftId, signed, userId, by, isWithdrawal }: Filing): Promise<Filed> {
  const before = await tx.removalRequest.findUnique({ where: { draftId }, select: { id: true, claim: true } });
  if (before) return { id: before.id, pageToken: openPageToken(before) };
  const { claim, email, urls, account } = signed;
  if (!isWithdrawal) await assertMayFile(tx, email);
  const [id, requestedAt, legalBasis] = [newId(), clock.now(), basisOf(claim)];
  const attestationId = await attest(tx, {
    kind: "removal",
    subjectKind: "removal_request",
    subjectId: id,
    text: signed.statement.text,
    textVersion: signed.statement.version,
    signedName: signed.signedName,
    email,
    userId,
    ...(by ?? { proof: userId ? "session" : "mail_link" }),
    ip: signed.ip,
    userAgent: signed.userAgent,
    attestedAt: signed.signedAt,
  });
  const pageToken = randomToken();
  await tx.removalRequest.create({
    data: {
      id,
      legalBasis,
      // Only verified adults have a release to withdraw.
      age: isWithdrawal ? "adult" : (claim.age ?? null),
      email,
      emailSha256: sha256(email),
      userId,
      claim: sealClaim(id, claim, pageToken),
      attestationId,
      draftId,
      tokenHash: hashToken(pageToken),
      requestedAt,
      deadlineAt: deadlineOf(legalBasis, requestedAt),
    },
  });
  recordOn(tx, ctx, id, { action: "removal_request.filed", detail: { legalBasis } });
  const sha256s = signed.sha256s.map((hash) => Buffer.from(hash, "hex"));
  await addTargets(tx, id, { urls, sha256s, named: true, addedAt: requestedAt });
  await addFiles(tx, id, { files: signed.files ?? [], addedAt: requestedAt });
  const chosen = userId && account?.record ? await ownMatches(tx, { userId, record: account.record }) : [];
  await addItems(tx, ctx, { requestId: id, matches: chosen });
  await findRecordsSoon(tx, { removalId: id });
  await tellClaimant(tx, { requestId: id, news: "filed" });
  return { id, pageToken };
}
