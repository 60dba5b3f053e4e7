import type { Ctx, PersonActor } from "@/lib/domain/context";
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
  /** Whether it created a scene. */
  hasScene: boolean;
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
       EXISTS (SELECT FROM collab_scenes c WHERE c.upload_session_id = s.id) AS "hasScene"
     FROM attestations t JOIN upload_sessions s ON s.attestation_id = t.id JOIN partners p ON p.id = s.partner_id
     WHERE t.user_id = $1 ${beyond} ORDER BY t.id ${order} LIMIT ${PAGE + 1}`,
    cursor ? [userId, cursor.id] : [userId],
  );
  return pageOf(rows, { limit: PAGE, cursor });
}
