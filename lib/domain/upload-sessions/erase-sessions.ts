import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { db, inTransaction, isDatabasesFault } from "@/lib/platform/db";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";

const BATCH = 100;

/**
 * Erases sessions that were not completed, 90 days after they expired, and completed ones whose seven years are over, once their
 * scene has been erased. What the creator stated stays in `attestations`. A failure is logged, doesn't stop the others, and is
 * retried the next night. Contract: General rules, 4.
 */
export const eraseUploadSessionsTask = defineTask(
  "erase_upload_sessions",
  z.object({}),
  async (_, { requestId, signal }) => {
    const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "retention" }, requestId };
    let after = "";
    for (let ids = await nextSessions(after); ids.length > 0; ids = await nextSessions(after)) {
      for (const sessionId of ids) {
        // The job queue retries an aborted task, which continues with the rest.
        signal?.throwIfAborted();
        await eraseSession(ctx, sessionId).catch((error: unknown) => {
          if (isDatabasesFault(error)) throw error;
          log.error({ err: error, sessionId }, "an upload session could not be erased, will be retried");
        });
      }
      after = ids.at(-1) ?? after;
    }
  },
);

export const eraseUploadSessions: Schedule = { task: eraseUploadSessionsTask, cron: "50 2 * * *" };

// By the database's clock, like its guards. Each half has a database index; the day to spare is for leap days.
async function nextSessions(after: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    (SELECT id FROM upload_sessions WHERE completed_at IS NULL AND expires_at <= now() - interval '90 days' AND id > ${after}
     ORDER BY id LIMIT ${BATCH})
    UNION ALL
    (SELECT s.id FROM upload_sessions s
     WHERE completed_at IS NOT NULL AND greatest(shoot_date, completed_at) <= now() - interval '7 years' + interval '1 day'
       AND NOT must_be_kept(greatest(shoot_date, completed_at), false)
       AND NOT EXISTS (SELECT FROM collab_scenes c WHERE c.upload_session_id = s.id) AND id > ${after}
     ORDER BY id LIMIT ${BATCH})
    ORDER BY id LIMIT ${BATCH}`;
  return rows.map(({ id }) => id);
}

const eraseSession = (ctx: Ctx<SystemActor>, id: string): Promise<void> =>
  inTransaction(async (tx) => {
    const { partnerId, completedAt } = await tx.uploadSession.delete({ where: { id } });
    const reason = completedAt ? "The seven years of its retention are over" : "It was never completed";
    record(tx, { ctx, action: "upload_session.erased", subject: { kind: "upload_session", id }, partnerId, reason });
  });
