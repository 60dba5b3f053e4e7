import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { raiseAlert } from "@/lib/domain/custody/alerts";
import { isUnderAge, withReadableFacts } from "@/lib/domain/identity/id-facts";
import { db, inTransaction, rowsIn, type Tx } from "@/lib/platform/db";
import { defineTask, enqueue } from "@/lib/platform/jobs";

const TASK = "check_age_on_day";

/**
 * Queue the comparison of the day of production with the creator's verified ID, in the transaction that completes the session.
 * The click itself never compares: anyone with the link could learn a birthday from its answers or its time.
 */
export const enqueueAgeOnDay = (tx: Tx, sessionId: string): Promise<void> =>
  enqueue(tx, TASK, { sessionId }, { jobKey: `${TASK}:${sessionId}` });

/**
 * Alerts custodians, once for a session, when the creator's verified ID doesn't show that they were 18 on the day of production,
 * or can't be read. The partner and the page learn nothing. Contract: What the page shows about the creator.
 */
export const ageOnDayTask = defineTask(TASK, z.object({ sessionId: z.string() }), ({ sessionId }, { requestId }) => {
  const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: TASK }, requestId };
  return inTransaction((tx) => checkAgeOnDay(tx, ctx, sessionId));
});

type Attested = { id: string; userId: string; facts: Uint8Array | null; shootDate: Date };

async function checkAgeOnDay(tx: Tx, ctx: Ctx, sessionId: string): Promise<void> {
  // Locked, so that two runs write one entry.
  const attested = await rowsIn<Attested>(tx)`
    SELECT c.id, c.user_id, c.facts, s.shoot_date
    FROM upload_sessions s JOIN attestations t ON t.id = s.attestation_id
    JOIN identities i ON i.user_id = t.user_id JOIN identity_checks c ON c.id = i.check_id
    WHERE s.id = ${sessionId} FOR NO KEY UPDATE OF s`;
  const [check] = await withReadableFacts(tx, attested);
  if (!check || (check.birthDate && !isUnderAge(check.birthDate, check.shootDate))) return;
  const subject = { kind: "upload_session", id: sessionId } as const;
  const kind = check.isUnreadable ? "unreadable" : "at_shoot";
  if (!(await raiseAlert(tx, { kind, personId: check.userId, subject, checkId: check.id }))) return;
  const detail = { check: check.id, ...(check.isUnreadable && { unreadable: true }) };
  record(tx, { ctx, action: "upload_session.under_age_on_day", subject, partnerId: null, detail });
}

/** When custodians were alerted about each of these sessions. For custodians only. */
export async function findAgeAlerts(sessionIds: readonly string[]): Promise<Map<string, Date>> {
  const alerts = await db.alert.findMany({
    where: { subjectKind: "upload_session", subjectId: { in: [...sessionIds] } },
    select: { subjectId: true, raisedAt: true },
  });
  return new Map(alerts.map(({ subjectId, raisedAt }) => [subjectId, raisedAt]));
}
