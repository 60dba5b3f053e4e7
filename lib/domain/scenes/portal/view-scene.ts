import { presentFee } from "@/lib/domain/billing";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { markReader } from "@/lib/domain/core/mark";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { neededText } from "../consents";
import { performerStatus, type SceneStatus } from "../labels";
import { ownPublicationList } from "../own-publications";
import { isOpen } from "../states";
import { readHistory } from "./scene-history";

/** One of the partner's own scenes, with what the API and its events show and no more. Throws `NotFound`. */
export async function viewScene(ctx: Ctx<PortalUserActor>, sceneId: string, cursor?: string) {
  const { partnerId } = ctx.actor;
  const scene = isId(sceneId) ? await findScene(partnerId, sceneId) : null;
  // Only a job's has neither.
  if (!scene?.uploader || !scene.attestation) throw new NotFound();
  const { id, title, status, block, createdAt, expiresAt, shootDate, callbackUrl, uploadSessionId } = scene;
  const open = isOpen(scene);
  const performers = scene.performers.map((row) => performerOf(row, open));
  return {
    id,
    title,
    status,
    block,
    createdAt,
    expiresAt,
    shootDate,
    callbackUrl,
    uploadSessionId,
    performers,
    /** What the scene needs consent to, by its label; null where its creation didn't say so. */
    needs: neededText(scene.needs),
    /** Whether a performer may still decide, and the partner cancel. */
    isOpen: open,
    endedAt: scene.greenlitAt ?? scene.blockedAt ?? scene.cancelledAt,
    uploader: { accountId: scene.uploader.id, externalUserId: scene.uploader.externalUserId },
    /** The uploader's statement as the partner sent it or as our page showed it. */
    attestation: { text: scene.attestation.text, clickedAt: scene.attestation.attestedAt },
    fees: scene.fees[0] ? presentFee(scene.fees[0]) : null,
    /** How many other partners extended the scene. Never which. */
    extendedTo: scene._count.extensions,
    publications: await ownPublicationList.read(ctx, { scene: sceneId, cursor }),
    history: await readHistory(scene, performers),
  };
}

/** What a scene's page shows. */
export type SceneView = Awaited<ReturnType<typeof viewScene>>;
/** The fees as the API answers them. Contract: Collab scenes, fees. */
export type SceneFees = NonNullable<SceneView["fees"]>;
/** A performer as the API answers, and the partner's own invitation. Nothing about the person or their ID. */
export type ScenePerformerView = SceneView["performers"][number];

const findScene = (partnerId: string, id: string) =>
  db.collabScene.findUnique({
    where: { id, partnerId, isJob: false },
    include: {
      uploader: { select: { id: true, externalUserId: true } },
      attestation: { select: { text: true, attestedAt: true } },
      performers: { select: PERFORMER, orderBy: { position: "asc" } },
      fees: { where: { kind: "scene" } },
      _count: { select: { extensions: { where: { partnerId: { not: partnerId } } } } },
    },
  });
type Found = NonNullable<Awaited<ReturnType<typeof findScene>>>;

// Only these columns. That a release is signed, or a person found, would tell who is new.
const PERFORMER = {
  id: true,
  email: true,
  consentedAt: true,
  refusedAt: true,
  refusalReason: true,
  mailedAt: true,
  mailRefusedAt: true,
  // The reminder goes to everyone who hasn't consented, so it tells nothing more.
  remindedAt: true,
} as const;

function performerOf(row: Found["performers"][number], isOpen: boolean) {
  const { id, email, consentedAt, refusedAt, refusalReason } = row;
  return {
    id,
    email,
    status: performerStatus(row),
    /** When they consented or refused, as in the event. */
    decidedAt: refusedAt ?? consentedAt,
    reason: refusalReason,
    ...invitationOf(row, isOpen),
  };
}

type Mailed = Pick<
  Found["performers"][number],
  "consentedAt" | "refusedAt" | "mailedAt" | "mailRefusedAt" | "remindedAt"
>;

/** The invitation of a performer. `isOpen`: whether their scene still waits. */
export const invitationOf = ({ mailedAt, mailRefusedAt, remindedAt, ...performer }: Mailed, isOpen: boolean) => ({
  invitedAt: mailedAt,
  /** The mail server refused the last invitation or reminder. */
  bounced: mailRefusedAt !== null,
  /** When the invitation may be sent again; null once nothing is to decide. */
  nextInvitationAt:
    isOpen && performerStatus(performer) === "pending_consent" && mailedAt
      ? new Date(Math.max(mailedAt.getTime(), remindedAt?.getTime() ?? 0) + DAY_MS)
      : null,
});

// Only what the page shows: whether a release is signed would tell who is new.
const SHOWN = `
  SELECT s.status, s.block, s.expires_at,
    (SELECT json_agg(json_build_array(p.consented_at, p.refused_at, p.mailed_at, p.mail_refused_at, p.reminded_at)
       ORDER BY p.position) FROM scene_performers p WHERE p.scene_id = s.id) AS performers,
    (SELECT f.payment_charge_id FROM scene_fees f
     WHERE f.scene_id = s.id AND f.partner_id = s.partner_id AND f.kind = 'scene') AS charge_id,
    (SELECT count(*)::int FROM scene_extensions e WHERE e.scene_id = s.id AND e.partner_id <> s.partner_id) AS extended_to,
    (SELECT json_build_array(count(*), count(p.removed_at)) FROM scene_publications p WHERE p.scene_id = s.id) AS publications
  FROM collab_scenes s WHERE s.id = $1 AND s.partner_id = $2 AND NOT s.is_job`;

type Row = { status: SceneStatus; expiresAt: Date };

/**
 * The mark of the page of one of the partner's own scenes: a decision, an invitation, a fee, or what other partners do with the
 * scene. Polled every second.
 */
export const readSceneMark = markReader<Row>("scene_mark", SHOWN, (row) => [row, isOpen(row)]);
