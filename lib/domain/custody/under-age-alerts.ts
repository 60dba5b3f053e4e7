import { assertNoConflict, reservedAmong } from "@/lib/domain/conflicts";
import { reasonText } from "@/lib/domain/content/schemas";
import type { Ctx, StaffActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { assertCustodian } from "@/lib/domain/people";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";

/**
 * A performer under 18, now or on the day of a shoot or production, or in a production whose first day was moved back, or a creator
 * on the day of production that they attested to, or one whose ID can't be read, with the latest scenes that name them. Platforms and producers never see this.
 */
export type UnderAgeAlert = {
  userId: string;
  email: string;
  /** When they entered the birth date, or when their ID was rejected for it or proved no age for a scene or a session. */
  at: Date;
  why: "entered" | "rejected" | "at_shoot" | "in_production" | "day_moved_back" | "unreadable";
  checkId: string | null;
  /** Where its seal is released. */
  productionId: string | null;
  scenes: { id: string; title: string; platform: string }[];
  sceneCount: number;
  /** The latest upload sessions that they attested to without proof that they were 18 on the day. */
  sessions: { id: string; accountId: string; title: string; platform: string }[];
  sessionCount: number;
  /** The alert is about a session. */
  isOfSession: boolean;
};

const ALERTS_MOST = 50;
const SHOWN = 5;

/**
 * Performers who entered an age below 18, whose ID was rejected for it, or whose verified ID says that they were younger
 * than 18 on the day of a shoot or can't be read, latest first, and creators whose ID says so of an attested day of production.
 * An alert ends when their ID is approved later, or a custodian closes it; one about a session only when a custodian closes it.
 * Leaves out the custodian's own, and only counts those that are reserved for another custodian. Throws `Forbidden`.
 */
export async function listUnderAgeAlerts(ctx: Ctx<StaffActor>): Promise<{ alerts: UnderAgeAlert[]; reserved: number }> {
  await assertCustodian(db, ctx);
  const found = await db.$queryRaw<UnderAgeAlert[]>`
    WITH told AS (
      SELECT subject_id AS user_id, at, NULL AS check_id, 'entered' AS why, NULL AS session_id, NULL AS production_id
      FROM ledger_entries
      WHERE action = 'identity_check.refused_under_age' AND subject_kind = 'person'
      UNION ALL SELECT user_id, decided_at, id, 'rejected', NULL, NULL FROM identity_checks
        WHERE rejection_reason = 'under_age'
      UNION ALL SELECT p.user_id, e.at, e.detail::json->>'check',
        CASE WHEN e.detail::json->>'unreadable' = 'true' THEN 'unreadable' ELSE 'at_shoot' END, NULL, NULL
      FROM ledger_entries e JOIN scene_performers p ON p.id = e.subject_id
      WHERE e.action = 'scene_performer.under_age_at_shoot' AND e.subject_kind = 'scene_performer'
      UNION ALL SELECT t.user_id, e.at, e.detail::json->>'check',
        CASE WHEN e.detail::json->>'unreadable' = 'true' THEN 'unreadable' ELSE 'at_shoot' END, s.id, NULL
      FROM ledger_entries e JOIN upload_sessions s ON s.id = e.subject_id JOIN attestations t ON t.id = s.attestation_id
      WHERE e.action = 'upload_session.under_age_on_day' AND e.subject_kind = 'upload_session'
      UNION ALL SELECT subject_id, at, detail::json->>'check',
        CASE action WHEN 'person.day_moved_back' THEN 'day_moved_back' ELSE 'in_production' END, NULL, detail::json->>'productionId'
      FROM ledger_entries
      WHERE action IN ('person.under_age_in_production', 'person.day_moved_back') AND subject_kind = 'person'
    ), active AS (
      -- An approval compares each scene again, but no session.
      SELECT * FROM told WHERE (session_id IS NOT NULL
          OR NOT EXISTS (SELECT FROM identities i WHERE i.user_id = told.user_id AND i.verified_at > told.at))
        AND NOT EXISTS (
          SELECT FROM ledger_entries closed WHERE closed.subject_kind = 'person' AND closed.subject_id = told.user_id
            AND closed.action = 'under_age_alert.closed' AND closed.at > told.at)
    ), latest AS (SELECT DISTINCT ON (user_id) * FROM active ORDER BY user_id, why = 'day_moved_back', at DESC)
    SELECT l.user_id AS "userId", u.email, l.at, l.check_id AS "checkId", l.why, l.production_id AS "productionId", l.session_id IS NOT NULL AS "isOfSession",
      s.scenes, s.count AS "sceneCount", a.sessions, a.count AS "sessionCount"
    FROM latest l JOIN users u ON u.id = l.user_id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count,
        coalesce(json_agg(json_build_object('id', c.id, 'title', c.title, 'platform', partner.name) ORDER BY c.id DESC)
          FILTER (WHERE c.place <= ${SHOWN}), '[]') AS scenes
      FROM (
        SELECT c.*, row_number() OVER (ORDER BY c.id DESC) AS place
        FROM scene_performers p JOIN collab_scenes c ON c.id = p.scene_id WHERE p.user_id = l.user_id
      ) AS c JOIN partners partner ON partner.id = c.partner_id
    ) AS s
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count,
        coalesce(json_agg(json_build_object('id', c.id, 'accountId', c.account_id, 'title', c.content_title,
          'platform', partner.name) ORDER BY c.id DESC) FILTER (WHERE c.place <= ${SHOWN}), '[]') AS sessions
      FROM (
        SELECT c.*, row_number() OVER (ORDER BY c.id DESC) AS place
        FROM active o JOIN upload_sessions c ON c.id = o.session_id WHERE o.user_id = l.user_id
      ) AS c JOIN partners partner ON partner.id = c.partner_id
    ) AS a
    WHERE (s.count > 0 OR a.count > 0 OR l.production_id IS NOT NULL) AND l.user_id <> ${ctx.actor.userId}
    ORDER BY l.at DESC, l.user_id LIMIT ${ALERTS_MOST}`;
  const reserved = await reservedAmong(db, ctx, { what: "person", ids: found.map(({ userId }) => userId) });
  return { alerts: found.filter(({ userId }) => !reserved.has(userId)), reserved: reserved.size };
}

/** Why a custodian closes an alert. */
export const AlertReason = reasonText("Say what you found out, or did.");

/**
 * Closes the alert about a person, with what the custodian found or did. A later entry of an age below 18 raises a new one.
 * Throws `NotFound`, `Forbidden` (also `conflict_of_interest`).
 */
export async function closeUnderAgeAlert(
  ctx: Ctx<StaffActor>,
  { userId, reason }: { userId: string; reason: string },
): Promise<void> {
  await inTransaction(async (tx) => {
    await assertNoConflict(tx, ctx, { person: userId });
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
