import type { VisitCookie } from "@/lib/domain/acts";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, pool } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import type { SceneStatus } from "../labels";
import { performerLink } from "../queries";
import { proveBySession } from "./prove-performer";

/** The lists of a person's scenes as a performer. */
export const OWN_SCENE_VIEWS = ["waiting", "signed", "unsigned"] as const;
export type OwnSceneView = (typeof OWN_SCENE_VIEWS)[number];

/** A scene that names the person as a performer. It shows nothing about the other performers. */
export type OwnScene = {
  /** The performer's id. */
  id: string;
  title: string;
  platform: string;
  shootDate: Date | null;
  expiresAt: Date;
  status: SceneStatus;
  /** Whether it still takes signatures. */
  isOpen: boolean;
  signedAt: Date | null;
  consentedAt: Date | null;
  refusedAt: Date | null;
  /** Whether the signed copy of their release is stored: some seconds after the signature. */
  hasCopy: boolean;
  /** How many platforms publish it now. */
  platforms: number;
};

const PAGE = 20;

// The session proved the mailbox, so a person sees scenes that name their address before they open the mailed link.
const MINE = `SELECT id FROM scene_performers WHERE user_id = $1
  UNION ALL SELECT p.id FROM scene_performers p JOIN users u ON u.email = p.email WHERE u.id = $1 AND p.user_id IS NULL`;

const PLATFORMS = `(
  SELECT count(DISTINCT partner_id)::int FROM scene_publications WHERE scene_id = s.id AND removed_at IS NULL
)`;

const OPEN = `(s.status = 'pending_signatures' AND s.expires_at > $2)`;
const ID_IS_MISSING = `NOT EXISTS (SELECT FROM identities WHERE user_id = $1)
  AND NOT EXISTS (SELECT FROM identity_checks WHERE user_id = $1 AND status = 'submitted')`;

const VIEWS: Record<OwnSceneView, string> = {
  waiting: `${OPEN} AND p.refused_at IS NULL AND p.consented_at IS NULL AND (p.signed_at IS NULL OR ${ID_IS_MISSING})`,
  signed: "p.signed_at IS NOT NULL AND p.refused_at IS NULL",
  unsigned: `(p.refused_at IS NOT NULL OR p.signed_at IS NULL AND NOT ${OPEN})`,
};

/** The list that starts with the oldest: what closes first. */
const firstOf = (view: OwnSceneView) => (view === "waiting" ? "oldest" : "newest");

/**
 * A page of the scenes that name a person as a performer. `waiting`: to sign, or signed without an ID. `signed`: every signed
 * release. `unsigned`: refused, or ended before they signed.
 */
export async function listOwnScenes(
  { actor: { userId } }: Ctx<PersonActor>,
  { view, cursor: sent }: { view: OwnSceneView; cursor?: string | undefined },
): Promise<Page<OwnScene>> {
  const cursor = readCursor(sent);
  const first = firstOf(view);
  const order = readingOrder(cursor, first);
  const beyond = cursor ? `AND p.id ${order === "asc" ? ">" : "<"} $3` : "";
  const { rows } = await pool().query<OwnScene>(
    `SELECT p.id, s.title, partner.name AS platform, s.shoot_date AS "shootDate", s.expires_at AS "expiresAt", s.status,
       ${OPEN} AS "isOpen", p.signed_at AS "signedAt", p.consented_at AS "consentedAt", p.refused_at AS "refusedAt",
       EXISTS (SELECT FROM release_copies WHERE performer_id = p.id) AS "hasCopy",
       ${PLATFORMS} AS platforms
     FROM (${MINE}) AS mine JOIN scene_performers p ON p.id = mine.id JOIN collab_scenes s ON s.id = p.scene_id
     JOIN partners partner ON partner.id = s.partner_id
     WHERE s.announced_at IS NOT NULL AND ${VIEWS[view]} ${beyond} ORDER BY p.id ${order} LIMIT ${PAGE + 1}`,
    [userId, clock.now(), ...(cursor ? [cursor.id] : [])],
  );
  return pageOf(rows, { limit: PAGE, cursor, first });
}

/** A person's scenes in numbers. */
export type OwnScenesSummary = {
  waiting: number;
  /** The one of those that closes first. */
  first: Pick<OwnScene, "id" | "platform" | "expiresAt" | "signedAt"> | null;
};

/** How many scenes wait for a person, and the one that closes first. */
export async function sumOwnScenes({ actor: { userId } }: Ctx<PersonActor>): Promise<OwnScenesSummary> {
  const { rows } = await pool().query<NonNullable<OwnScenesSummary["first"]> & { waiting: number }>(
    `SELECT count(*) OVER ()::int AS waiting, p.id, partner.name AS platform, s.expires_at AS "expiresAt",
       p.signed_at AS "signedAt"
     FROM (${MINE}) AS mine JOIN scene_performers p ON p.id = mine.id JOIN collab_scenes s ON s.id = p.scene_id
     JOIN partners partner ON partner.id = s.partner_id
     WHERE s.announced_at IS NOT NULL AND ${VIEWS.waiting} ORDER BY s.expires_at, p.id LIMIT 1`,
    [userId, clock.now()],
  );
  const [row] = rows;
  if (!row) return { waiting: 0, first: null };
  const { waiting, ...first } = row;
  return { waiting, first };
}

/** A scene that the person uploads. */
export type UploadedScene = {
  id: string;
  title: string;
  platform: string;
  shootDate: Date | null;
  expiresAt: Date;
  status: SceneStatus;
  performers: number;
  consented: number;
  /** How many platforms publish it now. */
  platforms: number;
};

/** A page of the scenes that a person attested to as the uploader, newest first, also on platforms that they left. */
export async function listUploadedScenes(
  { actor: { userId } }: Ctx<PersonActor>,
  sent: string | undefined,
): Promise<Page<UploadedScene>> {
  const cursor = readCursor(sent);
  const order = readingOrder(cursor);
  const beyond = cursor ? `AND s.id ${order === "asc" ? ">" : "<"} $2` : "";
  const { rows } = await pool().query<UploadedScene>(
    `SELECT s.id, s.title, partner.name AS platform, s.shoot_date AS "shootDate", s.expires_at AS "expiresAt", s.status,
       c.performers, c.consented, ${PLATFORMS} AS platforms
     FROM attestations t JOIN collab_scenes s ON s.attestation_id = t.id
     JOIN partners partner ON partner.id = s.partner_id
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS performers, count(consented_at)::int AS consented FROM scene_performers WHERE scene_id = s.id
     ) AS c
     WHERE t.user_id = $1 ${beyond} ORDER BY s.id ${order} LIMIT ${PAGE + 1}`,
    cursor ? [userId, cursor.id] : [userId],
  );
  return pageOf(rows, { limit: PAGE, cursor });
}

/** Whether a scene names a person as a performer. */
export async function isPerformer(userId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (SELECT FROM scene_performers WHERE user_id = ${userId}) OR EXISTS (
      SELECT FROM users u JOIN scene_performers p ON p.email = u.email AND p.user_id IS NULL WHERE u.id = ${userId}
    ) AS found`;
  return row?.found ?? false;
}

/**
 * The page on which a signed-in performer signs or refuses, and the visit that opens it there. Signing in proved the mailbox, so
 * the visit says `session`. Decides nothing. Throws `NotFound` for somebody else's, and `Conflict` `scene_closed` when the scene is
 * decided at this moment.
 */
export function openConsent(
  ctx: Ctx<PersonActor>,
  performerId: string,
  visitToken?: string,
): Promise<{ url: string; cookie: VisitCookie }> {
  return inTransaction(async (tx) => {
    const { userId } = ctx.actor;
    const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
    const performer = await tx.scenePerformer.findFirst({
      where: { id: performerId, OR: [{ userId }, { userId: null, email }], scene: { announcedAt: { not: null } } },
    });
    if (!performer) throw new NotFound();
    const cookie = await proveBySession(tx, ctx, { performerId, visitToken });
    return { url: await performerLink(performer, tx), cookie };
  });
}
