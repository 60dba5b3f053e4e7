import { presentFee } from "@/lib/domain/billing";
import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { type LedgerAction, whoInWords } from "@/lib/domain/ledger";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { Page } from "@/lib/platform/keyset";
import { ELSEWHERE_SHOWN, type PerformerStatus, performerStatus, type RefusalReason } from "../labels";
import { listOwnPublications, type OwnPublication } from "../own-publications";
import type { CollabSceneDetail } from "../response-schemas";
import { isOpen } from "../states";
import type { SceneRow } from "./list-scenes";

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

/** One event of a scene's timeline, as the partner may see it. `by` is null where the service or a performer acted. */
export type SceneEvent = { at: Date } & (
  | { what: "created" | "cancelled"; by: string | null }
  | { what: "greenlit" | "expired" }
  | { what: "invited_again"; email: string; by: string }
  | { what: "consented"; email: string }
  | { what: "refused"; email: string; reason: RefusalReason }
  | { what: "published_elsewhere" | "removed_elsewhere"; publicationId: string }
);

/** The fees as the API answers them. Contract: Collab scenes, fees. */
export type SceneFees = NonNullable<CollabSceneDetail["fees"]>;

/** What a scene's page shows. */
export type SceneView = Pick<SceneRow, "id" | "title" | "status" | "block" | "uploader" | "createdAt" | "expiresAt"> & {
  endedAt: Date | null;
  shootDate: Date | null;
  callbackUrl: string | null;
  uploadSessionId: string | null;
  /** The uploader's statement as the partner sent it. */
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

/** One of the partner's own scenes, with what the API and its events tell and no more. Throws `NotFound`. */
export async function viewScene(ctx: Ctx<PortalUserActor>, sceneId: string, cursor?: string): Promise<SceneView> {
  const { partnerId } = ctx.actor;
  const scene = isId(sceneId) ? await findScene(partnerId, sceneId) : null;
  if (!scene) throw new NotFound();
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
    history: historyOf(scene, performers, await actsOf(partnerId, scene), await eventsElsewhere(scene)),
  };
}

const findScene = (partnerId: string, id: string) =>
  db.collabScene.findUnique({
    where: { id, partnerId },
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
  const { id, email, consentedAt, refusedAt, refusalReason, mailedAt, mailRefusedAt, remindedAt } = row;
  const status = performerStatus(row);
  return {
    id,
    email,
    status,
    decidedAt: refusedAt ?? consentedAt,
    reason: refusalReason,
    invitedAt: mailedAt,
    bounced: mailRefusedAt !== null,
    nextInvitationAt:
      isOpen && status === "pending_consent" && mailedAt
        ? new Date(Math.max(mailedAt.getTime(), remindedAt?.getTime() ?? 0) + DAY_MS)
        : null,
  };
}

const CREATED = "collab_scene.created" satisfies LedgerAction;
const CANCELLED = "collab_scene.cancelled" satisfies LedgerAction;
const INVITED = "scene_performer.invited" satisfies LedgerAction;

type Act = { action: string; at: Date; subjectId: string; by: string };

/** What the partner's team and keys did. The partner may see no other entry of the ledger. */
async function actsOf(partnerId: string, { id, performers }: Found): Promise<Act[]> {
  const lines = await db.ledgerEntry.findMany({
    where: {
      actorKind: { in: ["partner_key", "portal_user"] },
      OR: [
        { subjectKind: "collab_scene", subjectId: id, action: { in: [CREATED, CANCELLED] } },
        { subjectKind: "scene_performer", subjectId: { in: performers.map((one) => one.id) }, action: INVITED },
      ],
    },
    select: { action: true, at: true, subjectId: true, actorKind: true, actorId: true },
    orderBy: { seq: "asc" },
  });
  const whoOf = ({ actorKind, actorId }: (typeof lines)[number]) => ({ kind: actorKind, id: actorId });
  const who = await whoInWords(partnerId, lines.map(whoOf));
  return lines.map((line) => ({ action: line.action, at: line.at, subjectId: line.subjectId, by: who(whoOf(line)) }));
}

/** The latest publications and removals of other partners, as their events tell: never where. */
async function eventsElsewhere({ id: sceneId, partnerId }: Found): Promise<SceneEvent[]> {
  const elsewhere = { sceneId, partnerId: { not: partnerId } };
  const [published, removed] = await Promise.all([
    db.scenePublication.findMany({
      where: elsewhere,
      select: { id: true, publishedAt: true },
      orderBy: { id: "desc" },
      take: ELSEWHERE_SHOWN,
    }),
    db.scenePublication.findMany({
      where: { ...elsewhere, removedAt: { not: null } },
      select: { id: true, removedAt: true },
      orderBy: { removedAt: "desc" },
      take: ELSEWHERE_SHOWN,
    }),
  ]);
  return [
    ...published.map(({ id, publishedAt: at }) => ({ what: "published_elsewhere" as const, at, publicationId: id })),
    ...removed.flatMap(({ id, removedAt: at }) =>
      at ? [{ what: "removed_elsewhere" as const, at, publicationId: id }] : [],
    ),
  ];
}

function historyOf(
  scene: Found,
  performers: readonly ScenePerformerView[],
  acts: readonly Act[],
  elsewhere: readonly SceneEvent[],
): SceneEvent[] {
  const by = (action: string) => acts.find((act) => act.action === action)?.by ?? null;
  const events: SceneEvent[] = [{ what: "created", at: scene.createdAt, by: by(CREATED) }];
  for (const { id, email, decidedAt: at, reason } of performers) {
    for (const act of acts.filter(({ subjectId }) => subjectId === id)) {
      events.push({ what: "invited_again", at: act.at, email, by: act.by });
    }
    if (at) events.push(reason ? { what: "refused", at, email, reason } : { what: "consented", at, email });
  }
  if (scene.greenlitAt) events.push({ what: "greenlit", at: scene.greenlitAt });
  if (scene.blockedAt && scene.block === "expired") events.push({ what: "expired", at: scene.blockedAt });
  if (scene.cancelledAt) events.push({ what: "cancelled", at: scene.cancelledAt, by: by(CANCELLED) });
  events.push(...elsewhere);
  // Among events of one moment, the last one written is the newest.
  return events.toReversed().toSorted((a, b) => b.at.getTime() - a.at.getTime());
}
