import { evidenceOf, presentAttestation } from "@/lib/domain/acts";
import type { Ctx, PersonActor, PortalUserActor, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertNoConflict, reservedAmong } from "@/lib/domain/custody/conflicts";
import { assertMay } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { renderPdf } from "@/lib/platform/pdf/render-pdf";
import { currentSigningKey } from "@/lib/platform/signing/signing-key";
import { findAgeAlerts } from "../age-on-day";
import { drawAttestation, findAttestationFacts } from "./draw-attestation";

/** A copy to download. */
type OpenedAttestationCopy = { fileName: string; pdf: Buffer };

/**
 * A signed PDF of what a creator attested to in a session, for an owner or admin of the partner's team and for the creator who attested.
 * The ledger records the download first. Throws `NotFound` for somebody else's session and one that isn't completed, `Forbidden`.
 */
export async function openAttestationCopy(
  ctx: Ctx<PortalUserActor | PersonActor>,
  sessionId: string,
): Promise<OpenedAttestationCopy> {
  const { actor } = ctx;
  const owner = actor.kind === "person" ? { attestation: { userId: actor.userId } } : { partnerId: actor.partnerId };
  const where = { id: sessionId, completedAt: { not: null }, ...owner };
  if (!isId(sessionId) || (await db.uploadSession.count({ where })) === 0) throw new NotFound();
  await inTransaction(async (tx) => {
    if (actor.kind === "portal_user") await assertMay(tx, ctx, { partnerId: actor.partnerId, to: "manage_records" });
    const subject = { kind: "upload_session", id: sessionId } as const;
    record(tx, {
      ctx,
      action: "upload_session.copy_downloaded",
      subject,
      ...(isPerson(ctx) && { detail: evidenceOf(ctx) }),
    });
  });
  return makeCopy(sessionId, actor.kind === "person" ? actor.userId : actor.partnerId);
}

const isPerson = (ctx: Ctx<PortalUserActor | PersonActor>): ctx is Ctx<PersonActor> => ctx.actor.kind === "person";

/**
 * The same copy for a custodian with a stated purpose. The ledger records the look first; partners can't see it, and the creator
 * can. Throws `NotFound`, `Forbidden` (also `conflict_of_interest`).
 */
export async function viewAttestationCopy(
  ctx: Ctx<StaffActor>,
  { sessionId, purpose }: { sessionId: string; purpose: string },
): Promise<OpenedAttestationCopy> {
  await assertNoConflict(db, ctx, { session: sessionId });
  const session = isId(sessionId)
    ? await db.uploadSession.findUnique({
        where: { id: sessionId },
        select: { attestation: { select: { userId: true } } },
      })
    : null;
  if (!session?.attestation) throw new NotFound();
  const { userId } = session.attestation;
  await inTransaction(async (tx) => {
    const look = { ctx, partnerId: null, reason: purpose };
    record(tx, { ...look, action: "upload_session.viewed", subject: { kind: "upload_session", id: sessionId } });
    if (userId) record(tx, { ...look, action: "person.attestation_viewed", subject: { kind: "person", id: userId } });
  });
  return makeCopy(sessionId, ctx.actor.userId);
}

const SHOWN = 100;

/**
 * An account's latest attestations, for a custodian who opened the account, without those that are reserved for another custodian.
 * Throws `Forbidden`, also `conflict_of_interest`.
 */
export async function listAttestedSessions(ctx: Ctx<StaffActor>, accountId: string) {
  await assertNoConflict(db, ctx, { account: accountId });
  const latest = await db.uploadSession.findMany({
    where: { accountId, completedAt: { not: null } },
    orderBy: { id: "desc" },
    take: SHOWN,
    select: { id: true, contentId: true, contentTitle: true, attestation: true },
  });
  const reserved = await reservedAmong(db, ctx, { what: "session", ids: latest.map(({ id }) => id) });
  const sessions = latest.filter(({ id }) => !reserved.has(id));
  const alerts = await findAgeAlerts(sessions.map(({ id }) => id));
  return sessions.flatMap(({ attestation, ...session }) =>
    attestation
      ? [{ ...session, act: presentAttestation(attestation), underAgeAt: alerts.get(session.id) ?? null }]
      : [],
  );
}

/** What a creator attested to in one session, for custodians. `underAgeAt`: when we found no proof that they were 18 on the day. */
export type AttestedSession = Awaited<ReturnType<typeof listAttestedSessions>>[number];

async function makeCopy(sessionId: string, whose: string): Promise<OpenedAttestationCopy> {
  const facts = await findAttestationFacts(sessionId);
  if (!facts) throw new NotFound();
  const at = clock.now();
  const key = await currentSigningKey();
  const reason = "Copy of an attestation, with its certificate of completion";
  const pdf = await renderPdf({ whose, reason, key, write: () => drawAttestation(facts, at) });
  return { fileName: `attestation-${sessionId}.pdf`, pdf };
}
