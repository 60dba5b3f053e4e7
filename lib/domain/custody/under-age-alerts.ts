import { reasonText } from "@/lib/domain/content/schemas";
import type { Ctx, StaffActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { assertCustodian, assertNotOwn } from "@/lib/domain/people";
import { assertShareNoScene } from "@/lib/domain/scenes";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";

/**
 * A performer under 18, now or on the day of a shoot, or whose ID can't be read, and the latest scenes that name them.
 * Platforms never see this.
 */
export type UnderAgeAlert = {
  userId: string;
  email: string;
  /** When they entered the birth date, or when their ID was rejected for it or kept their signature from counting. */
  at: Date;
  why: "entered" | "rejected" | "at_shoot" | "unreadable";
  checkId: string | null;
  scenes: { id: string; title: string; platform: string }[];
  sceneCount: number;
};

const ALERTS_MOST = 50;
const SCENES_SHOWN = 5;

/**
 * Performers who entered an age below 18, whose ID was rejected for it, or whose verified ID says that they were younger
 * than 18 on the day of a shoot or can't be read, latest first. An alert ends when their ID is approved later, or a custodian
 * closes it. Leaves out the custodian's own. Throws `Forbidden`.
 */
export async function listUnderAgeAlerts(ctx: Ctx<StaffActor>): Promise<UnderAgeAlert[]> {
  await assertCustodian(db, ctx);
  return db.$queryRaw<UnderAgeAlert[]>`
    WITH told AS (
      SELECT subject_id AS user_id, at, NULL AS check_id, 'entered' AS why FROM ledger_entries
      WHERE action = 'identity_check.refused_under_age' AND subject_kind = 'person'
      UNION ALL SELECT user_id, decided_at, id, 'rejected' FROM identity_checks WHERE rejection_reason = 'under_age'
      UNION ALL SELECT p.user_id, e.at, e.detail::json->>'check',
        CASE WHEN e.detail::json->>'unreadable' = 'true' THEN 'unreadable' ELSE 'at_shoot' END
      FROM ledger_entries e JOIN scene_performers p ON p.id = e.subject_id
      WHERE e.action = 'scene_performer.under_age_at_shoot' AND e.subject_kind = 'scene_performer'
    ), latest AS (SELECT DISTINCT ON (user_id) * FROM told ORDER BY user_id, at DESC)
    SELECT l.user_id AS "userId", u.email, l.at, l.check_id AS "checkId", l.why, s.scenes, s.count AS "sceneCount"
    FROM latest l JOIN users u ON u.id = l.user_id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count,
        (json_agg(json_build_object('id', c.id, 'title', c.title, 'platform', partner.name) ORDER BY c.id DESC)
          FILTER (WHERE c.place <= ${SCENES_SHOWN})) AS scenes
      FROM (
        SELECT c.*, row_number() OVER (ORDER BY c.id DESC) AS place
        FROM scene_performers p JOIN collab_scenes c ON c.id = p.scene_id WHERE p.user_id = l.user_id
      ) AS c JOIN partners partner ON partner.id = c.partner_id
    ) AS s
    WHERE s.count > 0 AND l.user_id <> ${ctx.actor.userId}
      AND NOT EXISTS (SELECT FROM identities i WHERE i.user_id = l.user_id AND i.verified_at > l.at)
      AND NOT EXISTS (
        SELECT FROM ledger_entries closed WHERE closed.subject_kind = 'person' AND closed.subject_id = l.user_id
          AND closed.action = 'under_age_alert.closed' AND closed.at > l.at)
    ORDER BY l.at DESC LIMIT ${ALERTS_MOST}`;
}

/** Why a custodian closes an alert. */
export const AlertReason = reasonText("Say what you found out, or did.");

/**
 * Closes the alert about a person, with what the custodian found or did. A later entry of an age below 18 raises a new one.
 * Throws `NotFound`, `Forbidden` (`own_record`, or `shared_scene` if the custodian is in a scene with them).
 */
export async function closeUnderAgeAlert(
  ctx: Ctx<StaffActor>,
  { userId, reason }: { userId: string; reason: string },
): Promise<void> {
  await inTransaction(async (tx) => {
    await assertCustodian(tx, ctx);
    assertNotOwn(ctx, [userId]);
    await assertShareNoScene(tx, ctx, userId);
    if (!(await tx.user.findUnique({ where: { id: userId }, select: { id: true } }))) throw new NotFound();
    record(tx, {
      ctx,
      action: "under_age_alert.closed",
      subject: { kind: "person", id: userId },
      partnerId: null,
      reason,
    });
  });
}
