import type { VisitCookie } from "@/lib/domain/acts";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { field, filter, NEWEST, personList, type RowIn } from "@/lib/domain/core/lists";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, rows } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { SceneStatus } from "../labels";
import { performerLink } from "../queries";
import { proveBySession } from "./prove-performer";

const { sql } = Prisma;

const PAGE = 20;

/** The lists of a person's scenes as a performer. */
export const OWN_SCENE_VIEWS = ["waiting", "signed", "unsigned"] as const;
export type OwnSceneView = (typeof OWN_SCENE_VIEWS)[number];

// The session proved the mailbox, so a person sees scenes that name their address before they open the mailed link.
const mine = (userId: string) => sql`(SELECT id FROM scene_performers WHERE user_id = ${userId}
  UNION ALL SELECT p.id FROM scene_performers p JOIN users u ON u.email = p.email
    WHERE u.id = ${userId} AND p.user_id IS NULL) AS mine
  JOIN scene_performers p ON p.id = mine.id JOIN collab_scenes s ON s.id = p.scene_id
  JOIN partners partner ON partner.id = s.partner_id`;

const openNow = () => sql`(s.status = 'pending_signatures' AND s.expires_at > ${clock.now()})`;

const idIsMissing = (userId: string) => sql`NOT EXISTS (SELECT FROM identities WHERE user_id = ${userId})
  AND NOT EXISTS (SELECT FROM identity_checks WHERE user_id = ${userId} AND status = 'submitted' AND photos_asked_at IS NULL)`;

const IN_VIEW: Record<OwnSceneView, (userId: string) => Prisma.Sql> = {
  waiting: (userId) => sql`${openNow()} AND p.refused_at IS NULL AND p.consented_at IS NULL
    AND (p.signed_at IS NULL OR NOT p.falls_short AND ${idIsMissing(userId)})`,
  signed: () => sql`p.signed_at IS NOT NULL AND p.refused_at IS NULL`,
  unsigned: () => sql`(p.refused_at IS NOT NULL OR p.signed_at IS NULL AND NOT ${openNow()})`,
};

/** Those that the person may see. */
const shown = (userId: string, view: OwnSceneView = "waiting") =>
  sql`s.announced_at IS NOT NULL AND ${IN_VIEW[view](userId)}`;

/** How many platforms publish it now. */
const PLATFORMS = field.count(
  "(SELECT count(DISTINCT partner_id)::int FROM scene_publications WHERE scene_id = s.id AND removed_at IS NULL)",
);

const SCENE = {
  title: field.text("s.title"),
  platform: field.text("partner.name"),
  shootDate: field.of<Date | null>("s.shoot_date"),
  expiresAt: field.time("s.expires_at"),
  status: field.of<SceneStatus>("s.status"),
  platforms: PLATFORMS,
};

/**
 * The scenes that name a person as a performer, without the other performers. `waiting`: to sign, or signed without an ID, oldest
 * first, because it closes first. `signed`: every signed release. `unsigned`: refused, or ended before they signed.
 */
export const ownSceneList = personList({
  from: ({ ctx }) => mine(ctx.actor.userId),
  scope: ({ actor }, { view }) => shown(actor.userId, view),
  order: ({ view = "waiting" }) => ({ first: view === "waiting" ? "oldest" : "newest" }),
  size: PAGE,
  select: {
    /** The performer's. */
    id: field.text("p.id"),
    ...SCENE,
    signedAt: field.of<Date | null>("p.signed_at"),
    consentedAt: field.of<Date | null>("p.consented_at"),
    refusedAt: field.of<Date | null>("p.refused_at"),
    /** When they withdrew distribution. */
    withdrawnAt: field.of<Date | null>("p.withdrawn_at"),
    /** Whether their release says what they gave: the page of the release shows it, and how to withdraw. */
    hasAnswers: field.of<boolean>("p.given IS NOT NULL"),
    /** Their release lacks what the scene needs. */
    fallsShort: field.of<boolean>("p.falls_short"),
    /** Whether the signed copy of their release is stored: some seconds after the signature. */
    hasCopy: field.of<boolean>("EXISTS (SELECT FROM release_copies WHERE performer_id = p.id)"),
  },
  filters: { view: filter.oneOf(OWN_SCENE_VIEWS) },
  present: (rows) =>
    rows.map((row) => ({
      ...row,
      /** Whether it still takes signatures. */
      isOpen: row.status === "pending_signatures" && row.expiresAt > clock.now(),
    })),
});

export type OwnScene = RowIn<typeof ownSceneList>;

/** The scenes that a person attested to as the uploader, newest first, also on platforms that they left. */
export const uploadedSceneList = personList({
  from: `attestations t JOIN collab_scenes s ON s.attestation_id = t.id JOIN partners partner ON partner.id = s.partner_id`,
  scope: ({ actor }) => sql`t.user_id = ${actor.userId}`,
  order: NEWEST,
  size: PAGE,
  select: { id: field.text("s.id"), ...SCENE },
  perRow: {
    join: () => sql`CROSS JOIN LATERAL (SELECT count(*)::int AS all, count(consented_at)::int AS consented
      FROM scene_performers WHERE scene_id = page.id) counted`,
    select: { performers: field.count("counted.all"), consented: field.count("counted.consented") },
  },
  filters: {},
});

export type UploadedScene = RowIn<typeof uploadedSceneList>;

/** A person's scenes in numbers. */
export type OwnScenesSummary = {
  waiting: number;
  /** The one of those that closes first. */
  first: Pick<OwnScene, "id" | "platform" | "expiresAt" | "signedAt"> | null;
};

/** How many scenes wait for a person, and the one that closes first. */
export async function sumOwnScenes({ actor: { userId } }: Ctx<PersonActor>): Promise<OwnScenesSummary> {
  const [row] = await rows<NonNullable<OwnScenesSummary["first"]> & { waiting: number }>(sql`
    SELECT count(*) OVER ()::int AS waiting, p.id, partner.name AS platform, s.expires_at, p.signed_at
    FROM ${mine(userId)} WHERE ${shown(userId)} ORDER BY s.expires_at, p.id LIMIT 1`);
  if (!row) return { waiting: 0, first: null };
  const { waiting, ...first } = row;
  return { waiting, first };
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
