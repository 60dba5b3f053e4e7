import { type LedgerAction, whoInWords } from "@/lib/domain/core/ledger";
import { db } from "@/lib/platform/db";
import type { CollabScene } from "@/prisma/generated/client";
import { ELSEWHERE_SHOWN, type RefusalReason } from "../labels";

/** One event of a scene's timeline, as the partner may see it. `by` is null where the service or a performer acted. */
export type SceneEvent = { at: Date } & (
  | { what: "created" | "cancelled"; by: string | null }
  | { what: "greenlit" | "expired" }
  | { what: "invited_again"; email: string; by: string }
  | { what: "consented"; email: string }
  | { what: "refused"; email: string; reason: RefusalReason }
  | { what: "published_elsewhere" | "removed_elsewhere"; publicationId: string }
);

type Scene = Pick<CollabScene, "id" | "partnerId" | "createdAt" | "greenlitAt" | "blockedAt" | "block" | "cancelledAt">;
type Performer = { id: string; email: string; decidedAt: Date | null; reason: RefusalReason | null };

/** A scene's history as its partner may see it, newest first. */
export async function readHistory(scene: Scene, performers: readonly Performer[]): Promise<SceneEvent[]> {
  const { id: sceneId, partnerId } = scene;
  const subject = { kind: "collab_scene", id: sceneId } as const;
  const [acts, elsewhere] = await Promise.all([
    actsOfTeam({ partnerId, subject, performers, actions: [CREATED, CANCELLED] }),
    eventsElsewhere(scene),
  ]);
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

const CREATED = "collab_scene.created" satisfies LedgerAction;
const CANCELLED = "collab_scene.cancelled" satisfies LedgerAction;
const INVITED = "scene_performer.invited" satisfies LedgerAction;

type Act = { action: string; at: Date; subjectId: string; by: string };

type Acting = {
  partnerId: string;
  subject: { kind: "collab_scene" | "verification_job"; id: string };
  performers: readonly { id: string }[];
  actions: LedgerAction[];
};

/**
 * What the partner's team and keys did to a scene or a job, and its performers' repeated invitations, oldest first. The partner may
 * see no other entry of the ledger.
 */
export async function actsOfTeam({ partnerId, subject, performers, actions }: Acting): Promise<Act[]> {
  const lines = await db.ledgerEntry.findMany({
    where: {
      actorKind: { in: ["partner_key", "portal_user"] },
      OR: [
        { subjectKind: subject.kind, subjectId: subject.id, action: { in: actions } },
        { subjectKind: "scene_performer", subjectId: { in: performers.map(({ id }) => id) }, action: INVITED },
      ],
    },
    select: { action: true, at: true, subjectId: true, actorKind: true, actorId: true },
    orderBy: { seq: "asc" },
  });
  const whoOf = ({ actorKind, actorId }: (typeof lines)[number]) => ({ kind: actorKind, id: actorId });
  const who = await whoInWords(partnerId, lines.map(whoOf));
  return lines.map((line) => ({ action: line.action, at: line.at, subjectId: line.subjectId, by: who(whoOf(line)) }));
}

/** The latest publications and removals by other partners, like their events without a URL. */
async function eventsElsewhere({ id: sceneId, partnerId }: Scene): Promise<SceneEvent[]> {
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
      orderBy: [{ removedAt: "desc" }, { id: "desc" }],
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
