import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, rowsIn, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { reasonText } from "@/lib/platform/wire";
import type { AlertKind } from "@/prisma/generated/client";
import { assertNoConflict, reservedAmong } from "./conflicts";

// Raised by several subjects, which don't import each other. Custodians list and close them.

/** What an alert is about. The database knows which kind is about what, and what raises only one. */
type Raised = {
  kind: AlertKind;
  personId: string;
  subject: { kind: "person" | "identity_check" | "scene_performer" | "upload_session" | "production"; id: string };
  checkId?: string;
  visitId?: string | null;
};

/** Raises an alert about a person's age to custodians. False, with nothing written, if the same one was raised before. */
export async function raiseAlert(
  tx: Tx,
  { kind, personId, subject, checkId = "", visitId = null }: Raised,
): Promise<boolean> {
  const raised = await tx.$executeRaw`
    INSERT INTO alerts (id, kind, person_id, subject_kind, subject_id, check_id, visit_id, raised_at)
    VALUES (${newId()}, ${kind}::alert_kind, ${personId}, ${subject.kind}, ${subject.id}, nullif(${checkId}, ''), ${visitId}, ${clock.now()})
    ON CONFLICT DO NOTHING`;
  return raised === 1;
}

/**
 * A performer under 18, now or on the day of a shoot or production, or in a production whose first day was moved back, or a creator
 * on the day of production that they attested to, or one whose ID can't be read, with the scenes that name them: the alert's own, then
 * the latest. Platforms and producers never see this.
 */
export type UnderAgeAlert = {
  id: string;
  userId: string;
  email: string;
  /** When they entered the birth date, or when their ID was rejected for it or proved no age for a scene or a session. */
  at: Date;
  why: AlertKind;
  checkId: string | null;
  /** Where its seal is released. */
  productionId: string | null;
  scenes: { id: string; title: string; platform: string }[];
  sceneCount: number;
  /** The upload session that it is about: they attested to it without proof that they were 18 on the day. */
  session: { id: string; accountId: string; title: string; platform: string } | null;
};

const ALERTS_MOST = 200;
const SHOWN = 5;

/**
 * The open alerts, latest first: performers who entered an age below 18, whose ID was rejected for it, or whose verified ID says that
 * they were younger than 18 on the day of a shoot or can't be read, and creators whose ID says so of an attested day of production.
 * An alert ends when their ID is approved later, or a custodian closes it; one about a session only when a custodian closes it.
 * Leaves out the custodian's own, and only counts those that are reserved for another custodian. Throws `Forbidden`.
 */
export async function listUnderAgeAlerts(ctx: Ctx<StaffActor>): Promise<{ alerts: UnderAgeAlert[]; reserved: number }> {
  await assertCustodian(db, ctx);
  const found = await rowsIn<UnderAgeAlert>(db)`
    WITH listed AS (
      SELECT a.* FROM alerts a
      WHERE a.closed_at IS NULL AND a.person_id <> ${ctx.actor.userId} AND CASE
        WHEN a.subject_kind = 'upload_session' THEN EXISTS (SELECT FROM upload_sessions s WHERE s.id = a.subject_id)
        -- An approval compares each scene again, but no session.
        ELSE NOT EXISTS (SELECT FROM identities i WHERE i.user_id = a.person_id AND i.verified_at > a.raised_at)
          AND (a.subject_kind = 'production' OR EXISTS (SELECT FROM scene_performers p WHERE p.user_id = a.person_id)) END
      ORDER BY a.raised_at DESC, a.id DESC LIMIT ${ALERTS_MOST}
    )
    SELECT a.id, a.person_id AS user_id, u.email, a.raised_at AS at, a.kind AS why, a.check_id,
      CASE WHEN a.subject_kind = 'production' THEN a.subject_id END AS production_id, s.scenes, s.count AS scene_count,
      (SELECT json_build_object('id', c.id, 'accountId', c.account_id, 'title', c.content_title, 'platform', partner.name)
        FROM upload_sessions c JOIN partners partner ON partner.id = c.partner_id
        WHERE a.subject_kind = 'upload_session' AND c.id = a.subject_id) AS session
    FROM listed a JOIN users u ON u.id = a.person_id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count,
        coalesce(json_agg(json_build_object('id', c.id, 'title', c.title, 'platform', partner.name) ORDER BY c.place)
          FILTER (WHERE c.place <= ${SHOWN}), '[]') AS scenes
      FROM (
        SELECT c.*, row_number() OVER (ORDER BY p.id = a.subject_id DESC, c.id DESC) AS place
        FROM scene_performers p JOIN collab_scenes c ON c.id = p.scene_id WHERE p.user_id = a.person_id
      ) AS c JOIN partners partner ON partner.id = c.partner_id
    ) AS s
    ORDER BY a.raised_at DESC, a.id DESC`;
  const reserved = await reservedAmong(db, ctx, { what: "person", ids: found.map(({ userId }) => userId) });
  const alerts = found.filter(({ userId }) => !reserved.has(userId));
  return { alerts, reserved: found.length - alerts.length };
}

/** Why a custodian closes an alert. */
export const AlertReason = reasonText("Say what you found out, or did.");

/**
 * Closes an alert about a person, with what the custodian found or did. Others about the same person stay open. Throws `NotFound`,
 * `Forbidden` (also `conflict_of_interest`), `Conflict` `alert_closed`.
 */
export async function closeUnderAgeAlert(
  ctx: Ctx<StaffActor>,
  { alertId, reason }: { alertId: string; reason: string },
): Promise<void> {
  await inTransaction(async (tx) => {
    await assertCustodian(tx, ctx);
    const alert = await tx.alert.findUnique({ where: { id: alertId }, select: { personId: true } });
    if (!alert) throw new NotFound();
    await assertNoConflict(tx, ctx, { person: alert.personId });
    const closed = { closedAt: clock.now(), closedById: ctx.actor.userId, closeReason: reason };
    const { count } = await tx.alert.updateMany({ where: { id: alertId, closedAt: null }, data: closed });
    if (count === 0) throw new Conflict("alert_closed", "Another custodian already closed this alert.");
    record(tx, {
      ctx,
      action: "under_age_alert.closed",
      subject: { kind: "person", id: alert.personId },
      partnerId: null,
      reason,
    });
  });
}
