import { HOSTED_AREAS, type HostedArea } from "@/lib/domain/acts";
import type { Ctx, PersonActor, ProvenVisit } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import type { IdentityCheck } from "@/prisma/generated/client";
import { newestPhotos, type PhotoKind, sentPhotos } from "./documents";
import { withFacts } from "./id-facts";

/**
 * Lock a check until the end of the transaction and return it with its photos and its ID's data. Every change of a check starts
 * here, so that parallel changes wait for each other: a photo and a submit, or two decisions.
 * Throws `NotFound`.
 */
export async function lockCheck(tx: Tx, checkId: string): Promise<LockedCheck> {
  const check = await findAndLockCheck(tx, checkId);
  if (!check) throw new NotFound();
  return check;
}

/** `lockCheck`, but null for a missing check. `unsent`: with the better photos that its person hasn't sent yet, for the person alone. */
export async function findAndLockCheck(tx: Tx, checkId: string, { unsent = false } = {}) {
  await tx.$queryRaw`SELECT 1 FROM identity_checks WHERE id = ${checkId} FOR UPDATE`;
  const check = await tx.identityCheck.findUnique({
    where: { id: checkId },
    include: { photos: { orderBy: { id: "asc" } } },
  });
  const photosOf = unsent ? ({ photos }: NonNullable<typeof check>) => newestPhotos(photos) : sentPhotos;
  return check && (await withFacts(tx, [{ ...check, status: shownStatus(check), photos: photosOf(check) }]))[0];
}

/** A check's status to custodians: a known case that waits for one looks sent. Its row stays a draft, whatever they decide. */
export const shownStatus = ({ status, plantedForId }: Pick<IdentityCheck, "status" | "plantedForId">) =>
  plantedForId ? "submitted" : status;

export type LockedCheck = NonNullable<Awaited<ReturnType<typeof findAndLockCheck>>>;

/**
 * Lock the acting person's own draft, to change it, and assign it to their visit. Throws `Conflict` `no_draft` when there is
 * none (for example, it was sent) or their visit may not open it.
 */
export async function lockDraft(tx: Tx, ctx: Ctx<PersonActor>): Promise<LockedCheck> {
  const { userId, visit } = ctx.actor;
  const open = await tx.identityCheck.findFirst({
    where: { userId, status: { in: ["draft", "submitted"] } },
    select: { id: true },
  });
  const check = open ? await lockCheck(tx, open.id) : null;
  if (check?.status !== "draft" || !opensCheck(visit, check) || !(await mayPhotograph(tx, ctx, check))) {
    throw new Conflict("no_draft", "You already sent this check, so you can’t change it.");
  }
  await claimCheck(tx, ctx, check);
  return check;
}

/** Whether a phone still has a locked draft's photo step. True for everybody who isn't a phone. */
async function mayPhotograph(
  tx: Tx,
  { actor }: Ctx<PersonActor>,
  check: CheckVisit & { id: string },
): Promise<boolean> {
  const { handoffId, visit } = actor;
  if (!handoffId) return true;
  const mine = {
    id: handoffId,
    checkId: check.id,
    usedAt: { not: null },
    finishedAt: null,
    expiresAt: { gt: clock.now() },
  };
  return (
    visit?.id === check.visitId && (await tx.photoHandoff.findFirst({ where: mine, select: { id: true } })) !== null
  );
}

/**
 * Lock the acting person's own check to add a photo: their draft, or the sent check that a custodian asked a better photo of this kind
 * for. Throws `Conflict` `no_draft` for any other.
 */
export async function lockForPhoto(tx: Tx, ctx: Ctx<PersonActor>, kind: PhotoKind): Promise<LockedCheck> {
  return (await findAsked(tx, ctx, kind)) ?? lockDraft(tx, ctx);
}

/** Lock the acting person's sent check that waits for better photos. Throws `Conflict` `no_draft`. */
export async function lockAsked(tx: Tx, ctx: Ctx<PersonActor>): Promise<LockedCheck> {
  const check = await findAsked(tx, ctx);
  if (!check) throw new Conflict("no_draft", "We don’t need another photo. You already sent it.");
  return check;
}

async function findAsked(tx: Tx, { actor: { userId, visit, handoffId } }: Ctx<PersonActor>, kind?: PhotoKind) {
  // A phone was handed the draft, and nothing after it was sent.
  if (handoffId) return null;
  const open = await tx.identityCheck.findFirst({ where: { userId, status: "submitted" }, select: { id: true } });
  const check = open && (await findAndLockCheck(tx, open.id, { unsent: true }));
  if (check?.status !== "submitted" || !check.photosAskedAt || !opensCheck(visit, check)) return null;
  return kind && !check.photosAsked.includes(kind) ? null : check;
}

type CheckVisit = { visitId: string | null };

/**
 * Whether a visit may see and continue a check. The platform has the link too and could trick a person into passing on a code,
 * so a code opens only checks that the same browser started. The link in the person's own mail and their own account open every
 * check. A signed-in person has no visit, except on a scene's pages.
 */
export const opensCheck = (visit: ProvenVisit | undefined, check: CheckVisit): boolean =>
  visit?.provenBy !== "code" || visit.id === check.visitId;

/**
 * Assign a locked draft to the acting visit and its account or performer. A browser that started the draft by a code can no
 * longer open it, and the check no longer concerns that browser's platform. Once approved, that platform asks for a link like any other
 * (`askElsewhere`).
 */
export async function claimCheck(tx: Tx, ctx: Ctx<PersonActor>, check: CheckVisit & { id: string }): Promise<void> {
  const { visit } = ctx.actor;
  if (!visit || visit.id === check.visitId) return;
  const claimed = await tx.$executeRaw`
    UPDATE identity_checks c SET visit_id = v.id,
      account_id = CASE v.subject_kind WHEN 'solo_account' THEN v.subject_id END,
      performer_id = CASE v.subject_kind WHEN 'performer' THEN v.subject_id END
    FROM hosted_visits v WHERE c.id = ${check.id} AND c.status = 'draft' AND v.id = ${visit.id}`;
  if (claimed === 0) return;
  record(tx, {
    ctx,
    action: "identity_check.taken_over",
    subject: { kind: "identity_check", id: check.id },
    detail: { from: check.visitId, to: visit.id },
  });
}

/** Where a check is started: a creator's onboarding, or the consent pages of a scene's performer. */
export type CheckOrigin = { accountId: string } | { performerId: string };

/** The same, of a stored check; both null for an import. */
type OriginIds = { accountId: string | null; performerId: string | null };

/** Where a check was started, with the platform for which it was; null for an import. */
export async function findOrigin(tx: Tx, { accountId, performerId }: OriginIds) {
  if (accountId) {
    const account = await tx.soloAccount.findUnique({ where: { id: accountId }, include: { partner: true } });
    return account && { kind: "account" as const, account, partnerName: account.partner.name };
  }
  if (!performerId) return null;
  const performer = await tx.scenePerformer.findUnique({
    where: { id: performerId },
    include: { scene: { include: { partner: { select: { id: true, name: true } } } } },
  });
  return performer && { kind: "performer" as const, performer, partnerName: performer.scene.partner.name };
}

export type FoundOrigin = NonNullable<Awaited<ReturnType<typeof findOrigin>>>;

/** The pages that a check was started from. */
export const areaOf = ({ performerId }: Pick<OriginIds, "performerId">): HostedArea =>
  HOSTED_AREAS[performerId ? "performer" : "solo_account"];
