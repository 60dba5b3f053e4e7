import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { field, NEWEST, personList, type RowIn } from "@/lib/domain/core/lists";
import { clock } from "@/lib/platform/clock";
import { db, Prisma, rows } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { UploadContentType } from "./labels";
import { attestationLink } from "./queries";

const { sql } = Prisma;

const PAGE = 25;

/** What a person attested to in upload sessions, on every platform, latest first. They keep it when they leave a platform. */
export const attestedList = personList({
  from: `attestations t JOIN upload_sessions s ON s.attestation_id = t.id JOIN partners p ON p.id = s.partner_id
    LEFT JOIN collab_scenes c ON c.upload_session_id = s.id`,
  scope: ({ actor }) => sql`t.user_id = ${actor.userId}`,
  order: NEWEST,
  size: PAGE,
  select: {
    /** The attestation's. */
    id: field.text("t.id"),
    sessionId: field.text("s.id"),
    title: field.text("s.content_title"),
    contentType: field.of<UploadContentType>("s.content_type"),
    platform: field.text("p.name"),
    shootDate: field.of<Date | null>("s.shoot_date"),
    attestedAt: field.time("t.attested_at"),
    /** The scene that it created. Its page shows the platforms once it is greenlit. */
    sceneId: field.of<string | null>("c.id"),
    isGreenlit: field.of<boolean>("coalesce(c.status = 'greenlit', false)"),
  },
  filters: {},
});

export type OwnAttestation = RowIn<typeof attestedList>;

/** An upload that waits for the person's attestation. */
export type PendingUpload = {
  sessionId: string;
  title: string;
  contentType: UploadContentType;
  platform: string;
  expiresAt: Date;
};

/** The newest uploads that wait for the person's attestation, on every platform they are linked to. */
export const listPendingUploads = ({ actor: { userId } }: Ctx<PersonActor>): Promise<PendingUpload[]> =>
  rows<PendingUpload>(sql`
    SELECT s.id AS session_id, s.content_title AS title, s.content_type, p.name AS platform, s.expires_at
    FROM solo_accounts a JOIN upload_sessions s ON s.account_id = a.id JOIN partners p ON p.id = s.partner_id
    WHERE a.user_id = ${userId} AND s.completed_at IS NULL AND s.expires_at > ${clock.now()} ORDER BY s.id DESC LIMIT ${PAGE}`);

/**
 * The page on which the acting person attests to an upload of theirs. Their session proves who they are there; the link alone proves
 * nothing. Throws `NotFound` for somebody else's.
 */
export async function openOwnSession(ctx: Ctx<PersonActor>, { sessionId }: { sessionId: string }): Promise<string> {
  const session = await db.uploadSession.findUnique({
    where: { id: sessionId, account: { userId: ctx.actor.userId } },
  });
  if (!session) throw new NotFound();
  return new URL(await attestationLink(session)).pathname;
}

/** Whether an upload session is of the acting person's account. */
export const isOwnSession = async ({ actor }: Ctx<PersonActor>, { id }: { id: string }): Promise<boolean> =>
  (await db.uploadSession.count({ where: { id, account: { userId: actor.userId } } })) > 0;
