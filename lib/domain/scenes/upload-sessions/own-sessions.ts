import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import { type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import type { UploadContentType } from "./labels";

/** What a person attested to on a platform's link. */
export type OwnAttestation = {
  /** The attestation's id. */
  id: string;
  sessionId: string;
  title: string;
  contentType: UploadContentType;
  platform: string;
  shootDate: Date | null;
  attestedAt: Date;
  /** The scene that it created. Its page shows the platforms once it is greenlit. */
  sceneId: string | null;
  isGreenlit: boolean;
};

const PAGE = 25;

/** A page of what a person attested to in upload sessions, on every platform, latest first. They keep it when they leave a platform. */
export async function listOwnUploadSessions(
  { actor: { userId } }: Ctx<PersonActor>,
  sent: string | undefined,
): Promise<Page<OwnAttestation>> {
  const cursor = readCursor(sent);
  const order = readingOrder(cursor);
  const beyond = cursor ? `AND t.id ${order === "asc" ? ">" : "<"} $2` : "";
  const { rows } = await pool().query<OwnAttestation>(
    `SELECT t.id, s.id AS "sessionId", s.content_title AS title, s.content_type AS "contentType", p.name AS platform,
       s.shoot_date AS "shootDate", t.attested_at AS "attestedAt",
       c.id AS "sceneId", coalesce(c.status = 'greenlit', false) AS "isGreenlit"
     FROM attestations t JOIN upload_sessions s ON s.attestation_id = t.id JOIN partners p ON p.id = s.partner_id
       LEFT JOIN collab_scenes c ON c.upload_session_id = s.id
     WHERE t.user_id = $1 ${beyond} ORDER BY t.id ${order} LIMIT ${PAGE + 1}`,
    cursor ? [userId, cursor.id] : [userId],
  );
  return pageOf(rows, { limit: PAGE, cursor });
}

/** An upload that waits for the person's attestation. Only the platform hands out its link. */
export type PendingUpload = {
  sessionId: string;
  title: string;
  contentType: UploadContentType;
  platform: string;
  expiresAt: Date;
};

/** The newest uploads that wait for the person's attestation, on every platform they are linked to. */
export async function listPendingUploads({ actor: { userId } }: Ctx<PersonActor>): Promise<PendingUpload[]> {
  const { rows } = await pool().query<PendingUpload>(
    `SELECT s.id AS "sessionId", s.content_title AS title, s.content_type AS "contentType", p.name AS platform,
       s.expires_at AS "expiresAt"
     FROM solo_accounts a JOIN upload_sessions s ON s.account_id = a.id JOIN partners p ON p.id = s.partner_id
     WHERE a.user_id = $1 AND s.completed_at IS NULL AND s.expires_at > $2 ORDER BY s.id DESC LIMIT ${PAGE}`,
    [userId, clock.now()],
  );
  return rows;
}
