import { presentFee } from "@/lib/domain/billing";
import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { Page } from "@/lib/platform/keyset";
import { type PerformerStatus, performerStatus, type RefusalReason } from "../labels";
import { listOwnPublications, type OwnPublication } from "../own-publications";
import type { CollabSceneDetail } from "../response-schemas";
import { isOpen } from "../states";
import type { SceneRow } from "./list-scenes";
import { readHistory, type SceneEvent } from "./scene-history";

/** A performer as the API answers, and the partner's own invitation. Nothing about the person or their ID. */
export type ScenePerformerView = {
  id: string;
  email: string;
  status: PerformerStatus;
  /** When they consented or refused, as in the event. */
  decidedAt: Date | null;
  reason: RefusalReason | null;
  invitedAt: Date | null;
  /** The mail server refused the last invitation or reminder. */
  bounced: boolean;
  /** When the invitation may be sent again; null once nothing is to decide. */
  nextInvitationAt: Date | null;
};

/** The fees as the API answers them. Contract: Collab scenes, fees. */
export type SceneFees = NonNullable<CollabSceneDetail["fees"]>;

/** What a scene's page shows. */
export type SceneView = Pick<SceneRow, "id" | "title" | "status" | "block" | "uploader" | "createdAt" | "expiresAt"> & {
  endedAt: Date | null;
  shootDate: Date | null;
  callbackUrl: string | null;
  uploadSessionId: string | null;
  /** The uploader's statement as the partner sent it or as our page showed it. */
  attestation: { text: string; clickedAt: Date };
  performers: ScenePerformerView[];
  fees: SceneFees | null;
  /** How many other partners extended the scene. Never which. */
  extendedTo: number;
  /** The partner's own, newest first. */
  publications: Page<OwnPublication>;
  /** Whether a performer may still decide, and the partner cancel. */
  isOpen: boolean;
  /** Newest first. */
  history: SceneEvent[];
};

/** One of the partner's own scenes, with what the API and its events show and no more. Throws `NotFound`. */
export async function viewScene(ctx: Ctx<PortalUserActor>, sceneId: string, cursor?: string): Promise<SceneView> {
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
    isOpen: open,
    endedAt: scene.greenlitAt ?? scene.blockedAt ?? scene.cancelledAt,
    uploader: { accountId: scene.uploader.id, externalUserId: scene.uploader.externalUserId },
    attestation: { text: scene.attestation.text, clickedAt: scene.attestation.attestedAt },
    fees: scene.fees[0] ? presentFee(scene.fees[0]) : null,
    extendedTo: scene._count.extensions,
    publications: await listOwnPublications({ sceneId, partnerId }, cursor),
    history: await readHistory(scene, performers),
  };
}

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

function performerOf(row: Found["performers"][number], isOpen: boolean): ScenePerformerView {
  const { id, email, consentedAt, refusedAt, refusalReason } = row;
  return {
    id,
    email,
    status: performerStatus(row),
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
export const invitationOf = (
  { mailedAt, mailRefusedAt, remindedAt, ...performer }: Mailed,
  isOpen: boolean,
): Pick<ScenePerformerView, "invitedAt" | "bounced" | "nextInvitationAt"> => ({
  invitedAt: mailedAt,
  bounced: mailRefusedAt !== null,
  nextInvitationAt:
    isOpen && performerStatus(performer) === "pending_consent" && mailedAt
      ? new Date(Math.max(mailedAt.getTime(), remindedAt?.getTime() ?? 0) + DAY_MS)
      : null,
});
