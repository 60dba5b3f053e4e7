import { lockAccount } from "@/lib/domain/accounts";
import type { Ctx, SystemActor } from "@/lib/domain/context";
import { attest } from "@/lib/domain/hosted";
import { record } from "@/lib/domain/ledger";
import { lockPartnerShared } from "@/lib/domain/locks";
import { createHostedScene } from "@/lib/domain/scenes";
import { emit } from "@/lib/domain/webhooks";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { dayOf, othersOf } from "./answers";
import { mailAttestationCopy } from "./copies/attestation-copy-mail";
import { sessionStatus, type UploadPath } from "./labels";
import { OBSTACLES, obstacleOf } from "./obstacles";
import { statementOf } from "./statement";

/** What the page sends: the day if the partner didn't name it, and the hash of the statement that it showed. */
type Click = { sessionId: string; shootDate: string | null; shown: string };

/**
 * The creator attests to content with one face. A completed session stays as it is: `completed` is false then. Contract: Events,
 * `upload_session.solo_completed`. Throws `NotFound`, `InvalidField` `shootDate`, and `Conflict`: `session_expired`,
 * `partner_inactive`, `uploader_not_active`, `statement_changed`.
 */
export const completeSolo = (ctx: Ctx<SystemActor>, click: Click): Promise<{ completed: boolean }> =>
  complete(ctx, click, "solo", async (tx, { session, attestation, shootDate }) => {
    const { id: sessionId, account, partnerId, contentId, contentType } = session;
    const attestationId = await attest(tx, {
      ...attestation,
      kind: "producer",
      subjectKind: "upload_session",
      subjectId: sessionId,
      userId: account.userId,
      email: account.email,
    });
    const { text, ip, userAgent, attestedAt } = attestation;
    const data = {
      ...{ sessionId, contentId, contentType, uploaderExternalUserId: account.externalUserId },
      attestation: {
        ...{ ip: ip ?? "", ua: userAgent ?? "", attestedAt: attestedAt.toISOString(), text },
        shootDate: shootDate.toISOString(),
      },
    };
    await emit(tx, { type: "upload_session.solo_completed", partnerId, data });
    return attestationId;
  });

/**
 * The creator names the other performers and attests. Creates the scene; a job charges it and invites them right after. Empty
 * addresses are left out. A completed session stays as it is: `completed` is false then. Contract: Collab scenes, create.
 * Throws as `completeSolo` does, `InvalidField` `performers` or `performers.2`, and `Conflict` `collab_unavailable`.
 */
export const completeCollab = (
  ctx: Ctx<SystemActor>,
  { performers, ...click }: Click & { performers: readonly string[] },
): Promise<{ completed: boolean }> =>
  complete(ctx, click, "collab", async (tx, { session, attestation, shootDate }) => {
    const { id: uploadSessionId, partnerId, accountId, account, contentTitle: title, callbackUrl } = session;
    const scene = await createHostedScene(tx, ctx, {
      ...{ partnerId, accountId, uploadSessionId, title, shootDate, callbackUrl, attestation },
      performers: othersOf(performers, account.email),
    });
    return scene.attestationId;
  });

/** Attests in a locked session, and returns the attestation's id. */
type Act = (tx: Tx, ready: Awaited<ReturnType<typeof checkClick>>) => Promise<string>;

function complete(ctx: Ctx<SystemActor>, click: Click, path: UploadPath, act: Act): Promise<{ completed: boolean }> {
  return inTransaction(async (tx) => {
    const { sessionId } = click;
    const [locked] = isId(sessionId)
      ? await tx.$queryRaw<{ completedAt: Date | null; accountId: string; partnerId: string }[]>`
          SELECT completed_at AS "completedAt", account_id AS "accountId", partner_id AS "partnerId" FROM upload_sessions
          WHERE id = ${sessionId} AND path = ${path}::upload_path FOR NO KEY UPDATE`
      : [];
    if (!locked) throw new NotFound();
    if (locked.completedAt) return { completed: false };
    const { accountId, partnerId } = locked;
    await lockAccount(tx, { id: accountId, partnerId });
    await lockPartnerShared(tx, partnerId);
    const ready = await checkClick(tx, ctx, click);
    const attestationId = await act(tx, ready);
    const { count } = await tx.uploadSession.updateMany({
      where: { id: sessionId, completedAt: null },
      data: { completedAt: ready.attestation.attestedAt, shootDate: ready.shootDate, attestationId },
    });
    if (count === 0) throw new Error("a locked upload session was completed");
    await mailAttestationCopy(tx, sessionId);
    const { ip, userAgent } = ready.attestation;
    const subject = { kind: "upload_session", id: sessionId } as const;
    const detail = { attestation: attestationId, ip, userAgent };
    record(tx, { ctx, action: "upload_session.completed", subject, partnerId, detail });
    return { completed: true };
  });
}

/** What a click attests to, if it still may. The session, its account and its partner are locked. */
async function checkClick(tx: Tx, { ip, userAgent }: Ctx, { sessionId, shootDate, shown }: Click) {
  const session = await tx.uploadSession.findUniqueOrThrow({
    where: { id: sessionId },
    include: {
      account: { select: { status: true, userId: true, fundedBy: true, email: true, externalUserId: true } },
      partner: { select: { name: true, status: true, collabScenes: true } },
    },
  });
  const attestedAt = clock.now();
  if (sessionStatus(session, attestedAt) === "expired") {
    throw new Conflict("session_expired", "This link has expired. Go back to the platform and start again.");
  }
  const obstacle = obstacleOf(session);
  if (obstacle) throw new Conflict(obstacle, OBSTACLES[obstacle]);
  const statement = statementOf({ ...session, partnerName: session.partner.name });
  if (statement.shown !== shown) {
    throw new Conflict(
      "statement_changed",
      "The statement has changed since you opened it. Read it again, then attest.",
    );
  }
  return {
    session,
    shootDate: session.shootDate ?? dayOf(shootDate, attestedAt),
    attestation: {
      proof: "hosted_link" as const,
      text: statement.text,
      textVersion: statement.version,
      ip: ip ?? null,
      userAgent: userAgent ?? null,
      attestedAt,
    },
  };
}
