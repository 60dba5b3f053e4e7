import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { EXPIRED_AT_ONCE, EXPIRED_BEFORE, eraseEach, RETENTION_IS_OVER } from "@/lib/domain/records/erase-each";
import { db, type Tx } from "@/lib/platform/db";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { eraseUnused } from "../erase-scene";

/**
 * Erases sessions that were not completed, 90 days after they expired, and completed ones whose seven years are over and that no
 * legal hold keeps, once their scene has been erased, with what the creator stated. A failure is logged, doesn't stop the others,
 * and is retried the next night. Contract: General rules, 4; Keeping sessions.
 */
export const eraseUploadSessionsTask = defineTask(
  "erase_upload_sessions",
  z.object({}),
  async (_, { requestId, signal }) => {
    const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "retention" }, requestId };
    await eraseEach({ named: "sessionId", next: nextSessions, erase: (tx, row) => eraseSession(tx, ctx, row), signal });
  },
);

export const eraseUploadSessions: Schedule = { task: eraseUploadSessionsTask, cron: "50 2 * * *" };

type ErasableSession = { id: string };

// Each half has a database index.
const nextSessions = (after: ErasableSession | undefined) => db.$queryRaw<ErasableSession[]>`
  SELECT id FROM (
    (SELECT id FROM upload_sessions
     WHERE completed_at IS NULL AND expires_at <= now() - interval '90 days' AND id > ${after?.id ?? ""}
     ORDER BY id LIMIT ${EXPIRED_AT_ONCE})
    UNION ALL
    (SELECT id FROM upload_sessions s
     WHERE completed_at IS NOT NULL AND greatest(shoot_date, completed_at) <= ${EXPIRED_BEFORE}
       AND NOT upload_session_must_be_kept(s)
       AND NOT EXISTS (SELECT FROM collab_scenes c WHERE c.upload_session_id = s.id) AND id > ${after?.id ?? ""}
     ORDER BY id LIMIT ${EXPIRED_AT_ONCE})) AS erasable
  ORDER BY id LIMIT ${EXPIRED_AT_ONCE}`;

async function eraseSession(tx: Tx, ctx: Ctx, { id }: ErasableSession): Promise<void> {
  const { partnerId, completedAt, attestationId } = await tx.uploadSession.delete({ where: { id } });
  if (attestationId) await eraseUnused(tx, [attestationId]);
  const reason = completedAt ? RETENTION_IS_OVER : "It was never completed";
  record(tx, { ctx, action: "upload_session.erased", subject: { kind: "upload_session", id }, partnerId, reason });
}
