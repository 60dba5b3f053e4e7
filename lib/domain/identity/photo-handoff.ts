import { derivedLink, provenVisit } from "@/lib/domain/acts";
import type { Ctx, PersonActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { hashToken, sha256Hex } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { Conflict, Unprocessable } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { DocumentType, PhotoKind } from "./documents";
import { withFacts } from "./id-facts";
import { findOrigin, lockCheck, lockDraft, opensCheck } from "./lock-check";
import { missingPhotos } from "./start-check";

// A visit hands its photo step to a phone: a link that works once, for one draft, and opens nothing else. The token is derived from
// the row's id, so the page can draw its code again, and the row has only the hash. No row outlives its draft.

/** How long a link can be used, and how long the phone that used it has. */
export const HANDOFF_MS = 15 * MINUTE_MS;

const link = derivedLink({ purpose: "photo-handoff", page: "/handoff" });

/**
 * Hand the photo step of the acting visit's draft to a phone. An earlier link ends.
 * Throws `Conflict` `no_draft`, also for a person without a visit or before the document is known.
 */
export async function startHandoff(ctx: Ctx<PersonActor>): Promise<void> {
  const { visit } = ctx.actor;
  await inTransaction(async (tx) => {
    const check = await lockDraft(tx, ctx);
    if (!visit || !check.documentType || check.driver !== "custodian_review") {
      throw new Conflict("no_draft", "Enter your document first.");
    }
    await tx.photoHandoff.deleteMany({ where: { checkId: check.id } });
    const now = clock.now();
    const id = newId();
    const { linkHash: tokenHash } = link.first(id);
    const expiresAt = new Date(now.getTime() + HANDOFF_MS);
    await tx.photoHandoff.create({
      data: { id, checkId: check.id, visitId: visit.id, tokenHash, createdAt: now, expiresAt },
    });
    recordOf(tx, ctx, { action: "identity_check.handoff_started", checkId: check.id, id });
  });
}

/** End the link of the acting person's draft. The phone that used it can add nothing more. Throws `Conflict` `no_draft`. */
export async function endHandoff(ctx: Ctx<PersonActor>): Promise<void> {
  await inTransaction(async (tx) => {
    const check = await lockDraft(tx, ctx);
    const handoff = await tx.photoHandoff.findUnique({ where: { checkId: check.id } });
    if (!handoff) return;
    await tx.photoHandoff.delete({ where: { id: handoff.id } });
    recordOf(tx, ctx, { action: "identity_check.handoff_ended", checkId: check.id, id: handoff.id });
  });
}

/** A handoff, as the visit that showed its link sees it. */
export type ShownHandoff =
  | { at: "waiting"; url: string; until: Date }
  | { at: "used"; until: Date }
  | { at: "finished" };

/** What became of the link that this visit showed; null without one, and when it is over. */
export async function findHandoff(ctx: Ctx<PersonActor>, checkId: string): Promise<ShownHandoff | null> {
  const handoff = await db.photoHandoff.findUnique({ where: { checkId } });
  if (!handoff || handoff.visitId !== ctx.actor.visit?.id) return null;
  if (handoff.finishedAt) return { at: "finished" };
  const until = handoff.expiresAt;
  if (until <= clock.now()) return null;
  return handoff.usedAt ? { at: "used", until } : { at: "waiting", url: link.first(handoff.id).url, until };
}

/** The cookie of the phone that used a link. The browser sends it only to its pages. */
type PhoneCookie = { name: string; value: string; expires: Date; path: "/handoff" };

export const phoneCookieName = (token: string): string => `phone_${sha256Hex(token).slice(0, 16)}`;

/**
 * Use a link, on the phone that opened it. `press` is a secret of the page that was pressed: a double click sends it again and gets
 * the same. Null for a link that doesn't exist, is over, or that another phone used.
 */
export async function takeHandoff(
  ctx: Ctx<SystemActor>,
  { token, press }: { token: string; press: string },
): Promise<PhoneCookie | null> {
  if (press.length < 32) return null;
  return inTransaction(async (tx) => {
    const asked = await tx.photoHandoff.findUnique({
      where: { tokenHash: hashToken(token) },
      select: { checkId: true },
    });
    if (!asked) return null;
    // Two phones wait for each other here, and for whoever ends the link or sends the check.
    await lockCheck(tx, asked.checkId);
    const found = await findLive(tx, token);
    if (!found) return null;
    const { handoff, actor } = found;
    const phoneHash = hashToken(press);
    const cookie = { name: phoneCookieName(token), value: press, path: "/handoff" as const };
    if (handoff.phoneHash)
      return phoneHash.equals(handoff.phoneHash) ? { ...cookie, expires: handoff.expiresAt } : null;
    const now = clock.now();
    const expires = new Date(now.getTime() + HANDOFF_MS);
    await tx.photoHandoff.update({ where: { id: handoff.id }, data: { usedAt: now, phoneHash, expiresAt: expires } });
    recordOf(
      tx,
      { ...ctx, actor },
      { action: "identity_check.handoff_used", checkId: handoff.checkId, id: handoff.id },
    );
    return { ...cookie, expires };
  });
}

/** What a phone may know of the draft whose photos it takes. */
export type PhoneStep = {
  actor: PersonActor & { visit: NonNullable<PersonActor["visit"]>; handoffId: string };
  /** The platform that asked. */
  partnerName: string;
  documentType: DocumentType;
  /** The draft's photos. The phone sees its own. */
  photos: { kind: PhotoKind; id: string; isOwn: boolean }[];
  finished: boolean;
};

/**
 * What a link opens on this phone: a button if nobody used it, the photos for the phone that did. Null for everybody else, as for a
 * link that doesn't exist.
 */
export async function openHandoff(token: string, phone: string | undefined): Promise<"unused" | PhoneStep | null> {
  const found = await findLive(db, token);
  if (!found) return null;
  const { handoff, actor } = found;
  if (!handoff.phoneHash) return "unused";
  if (!phone || !hashToken(phone).equals(handoff.phoneHash)) return null;
  const [check] = await withFacts(db, [handoff.check]);
  const origin = await findOrigin(db, handoff.check);
  if (!check?.documentType || !origin) return null;
  return {
    actor,
    partnerName: origin.partnerName,
    documentType: check.documentType,
    photos: check.photos.map(({ kind, id, handoffId }) => ({ kind, id, isOwn: handoffId === handoff.id })),
    finished: handoff.finishedAt !== null,
  };
}

/** The phone has taken every photo. It can change none afterwards. Throws `Unprocessable` `check_incomplete`, `Conflict` `no_draft`. */
export async function finishHandoff(ctx: Ctx<PersonActor>): Promise<void> {
  const { handoffId } = ctx.actor;
  if (!handoffId) throw new Conflict("no_draft", "This isn’t the phone that takes the photos.");
  await inTransaction(async (tx) => {
    const check = await lockDraft(tx, ctx);
    if (missingPhotos(check).length > 0) throw new Unprocessable("check_incomplete", "A photo is still missing.");
    await tx.photoHandoff.update({ where: { id: handoffId }, data: { finishedAt: clock.now() } });
    recordOf(tx, ctx, { action: "identity_check.handoff_finished", checkId: check.id, id: handoffId });
  });
}

/** A link that isn't over, with its draft, which is still the visit's, and who acts by it. */
async function findLive(tx: Pick<Tx, "photoHandoff" | "hostedVisit">, token: string) {
  const handoff = await tx.photoHandoff.findUnique({
    where: { tokenHash: hashToken(token) },
    include: { check: { include: { photos: true } } },
  });
  const now = clock.now();
  if (!handoff || handoff.expiresAt <= now || handoff.check.status !== "draft") return null;
  const shownBy = await tx.hostedVisit.findUnique({ where: { id: handoff.visitId } });
  const visit = shownBy && shownBy.expiresAt > now && provenVisit(shownBy);
  if (!visit || handoff.check.visitId !== visit.id || !opensCheck(visit, handoff.check)) return null;
  return { handoff, actor: { kind: "person" as const, userId: handoff.check.userId, visit, handoffId: handoff.id } };
}

type Recorded = {
  action: `identity_check.${"handoff_started" | "handoff_used" | "handoff_finished" | "handoff_ended"}`;
  checkId: string;
  id: string;
};

const recordOf = (tx: Tx, ctx: Ctx<PersonActor>, { action, checkId, id }: Recorded): void =>
  record(tx, { ctx, action, subject: { kind: "identity_check", id: checkId }, detail: { handoff: id } });
