import type { Ctx, PersonActor, PortalUserActor, StaffActor } from "@/lib/domain/context";
import { presentAttestation, traceOf } from "@/lib/domain/hosted";
import { record } from "@/lib/domain/ledger";
import { assertCustodian, assertNotOwn } from "@/lib/domain/people";
import { assertMayOpenScene, ownScene } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { finishSigned } from "@/lib/platform/signing/sign-pdf";
import { currentSigningKey } from "@/lib/platform/signing/signing-key";
import { findAgeAlerts } from "../age-on-day";
import { drawAttestation, findAttestationFacts } from "./draw-attestation";

/** A copy to download. */
type OpenedAttestationCopy = { fileName: string; pdf: Buffer };

/**
 * A signed PDF of what a creator attested to in a session, for a member of the partner's team and for the creator who attested. The
 * ledger records the download first. Throws `NotFound` for somebody else's session and one that isn't completed.
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
    const subject = { kind: "upload_session", id: sessionId } as const;
    record(tx, {
      ctx,
      action: "upload_session.copy_downloaded",
      subject,
      ...(isPerson(ctx) && { detail: traceOf(ctx) }),
    });
  });
  return makeCopy(sessionId);
}

const isPerson = (ctx: Ctx<PortalUserActor | PersonActor>): ctx is Ctx<PersonActor> => ctx.actor.kind === "person";

/**
 * The same copy for a custodian with a stated purpose. The ledger records the look first; partners can't see it, and the creator
 * can. Throws `NotFound`, `Forbidden` (`own_record` for the custodian's own attestation or scene).
 */
export async function viewAttestationCopy(
  ctx: Ctx<StaffActor>,
  { sessionId, purpose }: { sessionId: string; purpose: string },
): Promise<OpenedAttestationCopy> {
  await assertCustodian(db, ctx);
  const session = isId(sessionId)
    ? await db.uploadSession.findUnique({
        where: { id: sessionId },
        select: {
          attestation: { select: { userId: true } },
          account: { select: { userId: true } },
          scene: { select: { id: true } },
        },
      })
    : null;
  if (!session?.attestation) throw new NotFound();
  const { userId } = session.attestation;
  assertNotOwn(ctx, [userId, session.account.userId], "attestation");
  if (session.scene) await assertMayOpenScene(db, ctx, session.scene.id);
  await inTransaction(async (tx) => {
    const look = { ctx, partnerId: null, reason: purpose };
    record(tx, { ...look, action: "upload_session.viewed", subject: { kind: "upload_session", id: sessionId } });
    if (userId) record(tx, { ...look, action: "person.attestation_viewed", subject: { kind: "person", id: userId } });
  });
  return makeCopy(sessionId);
}

const SHOWN = 100;

/**
 * An account's latest attestations, for a custodian who opened the account, without those for scenes that the custodian is in.
 * Throws `Forbidden`.
 */
export async function listAttestedSessions(ctx: Ctx<StaffActor>, accountId: string) {
  await assertCustodian(db, ctx);
  const own = await db.$queryRaw<{ id: string }[]>`
    SELECT u.id FROM upload_sessions u JOIN collab_scenes s ON s.upload_session_id = u.id
    WHERE u.account_id = ${accountId} AND ${ownScene(ctx.actor.userId)}`;
  const sessions = await db.uploadSession.findMany({
    where: { accountId, completedAt: { not: null }, id: { notIn: own.map(({ id }) => id) } },
    orderBy: { id: "desc" },
    take: SHOWN,
    select: { id: true, contentId: true, contentTitle: true, attestation: true },
  });
  const alerts = await findAgeAlerts(sessions.map(({ id }) => id));
  return sessions.flatMap(({ attestation, ...session }) =>
    attestation
      ? [{ ...session, act: presentAttestation(attestation), underAgeAt: alerts.get(session.id) ?? null }]
      : [],
  );
}

/** What a creator attested to in one session, for custodians. `underAgeAt`: when we found no proof that they were 18 on the day. */
export type AttestedSession = Awaited<ReturnType<typeof listAttestedSessions>>[number];

async function makeCopy(sessionId: string): Promise<OpenedAttestationCopy> {
  const facts = await findAttestationFacts(sessionId);
  if (!facts) throw new NotFound();
  const at = clock.now();
  const key = await currentSigningKey();
  const reason = "Copy of an attestation, with its certificate of completion";
  const pdf = await finishSigned(await drawAttestation(facts, at), { key, reason, at });
  return { fileName: `attestation-${sessionId}.pdf`, pdf };
}
