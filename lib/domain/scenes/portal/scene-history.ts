import { dated, type HistoryLine, type LedgerAction, newestFirst, partnerHistory } from "@/lib/domain/core/ledger";
import { proofsFor } from "@/lib/domain/core/transparency";
import { db } from "@/lib/platform/db";
import type { CollabScene } from "@/prisma/generated/client";
import { ELSEWHERE_SHOWN, quotedReason, type RefusalReason } from "../labels";
import { getReader } from "../queries";

type Scene = Pick<CollabScene, "id" | "partnerId" | "createdAt" | "greenlitAt" | "blockedAt" | "block" | "cancelledAt">;
type Performer = { id: string; email: string; decidedAt: Date | null; reason: RefusalReason | null };

/** A scene's history as its partner may see it, newest first. */
export async function readHistory(scene: Scene, performers: readonly Performer[]): Promise<HistoryLine[]> {
  const { id, partnerId, createdAt, greenlitAt, blockedAt, block, cancelledAt } = scene;
  const [acts, elsewhere] = await Promise.all([
    actsOfTeam({ partnerId, subject: { kind: "collab_scene", id }, performers }),
    eventsElsewhere(scene),
  ]);
  return newestFirst([
    { at: createdAt, did: "Created", by: acts.by("collab_scene.created") },
    ...performers.flatMap(({ id: performerId, email, decidedAt: at, reason }): HistoryLine[] => [
      ...acts.invited(performerId, email),
      ...(at ? [{ at, who: email, did: reason ? "refused" : "consented", more: reason && quotedReason(reason) }] : []),
    ]),
    ...dated(greenlitAt, { did: "Greenlit" }),
    ...dated(block === "expired" ? blockedAt : null, { did: "Blocked", more: "signatures missing after 14 days" }),
    ...dated(cancelledAt, { did: "Canceled", by: acts.by("collab_scene.cancelled") }),
    ...elsewhere,
  ]);
}

type Acting = {
  partnerId: string;
  subject: { kind: "collab_scene" | "verification_job"; id: string };
  performers: readonly { id: string }[];
};

/** What the partner's team and keys did to a scene or a job, and its performers' repeated invitations. */
export async function actsOfTeam({ partnerId, subject, performers }: Acting) {
  const about = [
    { kind: subject.kind, ids: [subject.id] },
    { kind: "scene_performer", ids: performers.map(({ id }) => id) },
  ] as const;
  const acts = (await partnerHistory("team", { partnerId, about })).toReversed();
  return {
    by: (action: LedgerAction) => acts.find((act) => act.action === action)?.by ?? null,
    invited: (performerId: string, email: string): HistoryLine[] =>
      acts.filter(({ subjectId }) => subjectId === performerId).map(({ at, did, by }) => ({ at, did, to: email, by })),
  };
}

/** The latest publications and removals by other partners, like their events without a URL. */
async function eventsElsewhere({ id: sceneId, partnerId }: Scene): Promise<HistoryLine[]> {
  const elsewhere = { sceneId, partnerId: { not: partnerId } };
  const [published, removed] = await Promise.all([
    db.scenePublication.findMany({
      where: elsewhere,
      select: { publishedAt: true },
      orderBy: { id: "desc" },
      take: ELSEWHERE_SHOWN,
    }),
    db.scenePublication.findMany({
      where: { ...elsewhere, removedAt: { not: null } },
      select: { removedAt: true },
      orderBy: [{ removedAt: "desc" }, { id: "desc" }],
      take: ELSEWHERE_SHOWN,
    }),
  ]);
  const by = "another platform";
  return [
    ...published.map(({ publishedAt: at }) => ({ at, did: "Published", by })),
    ...removed.flatMap(({ removedAt }) => dated(removedAt, { did: "Removed", by })),
  ];
}

/**
 * Proofs of a scene's history, with its performers' consents, for the partner that created it. For one that extended it, of its own
 * extension and publications. Contract: Proofs of history.
 */
export const sceneProofs = proofsFor(async ({ actor: { partnerId } }, sceneId) => {
  const { isOwner } = await getReader(partnerId, sceneId);
  const scene = { kind: "collab_scene", ids: [sceneId] } as const;
  if (!isOwner) return { audience: "extender", about: [scene] };
  const performers = await db.scenePerformer.findMany({ where: { sceneId }, select: { id: true } });
  return { audience: "scene", about: [scene, { kind: "scene_performer", ids: performers.map(({ id }) => id) }] };
});
