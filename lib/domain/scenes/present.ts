import { presentCreatedFee, presentFee, presentFeeOfEvent } from "@/lib/domain/billing";
import type { SceneFee, ScenePublication } from "@/prisma/generated/client";
import { performerStatus, type SceneStatus } from "./labels";
import type { CollabSceneCreated, CollabSceneDetail } from "./response-schemas";

type Scene = { id: string; status: SceneStatus; expiresAt: Date };
type CreatedFee = Parameters<typeof presentCreatedFee>[0];
type Performer = { email: string; consentedAt: Date | null; refusedAt: Date | null };

type Publication = Pick<ScenePublication, "id" | "contentUrl" | "publishedAt" | "removedAt">;
type Detail = Scene & { performers: readonly Performer[]; fee: SceneFee | null };

const presentPerformer = (performer: Performer) => ({
  email: performer.email,
  status: performerStatus(performer),
});

/** The answer to a create call: the fee with `billedTo` and `chargeError`. */
export function presentCreated(
  scene: Scene & { performers: readonly Performer[]; fee: CreatedFee },
): CollabSceneCreated {
  return {
    sceneId: scene.id,
    status: scene.status,
    performers: scene.performers.map(presentPerformer),
    fees: presentCreatedFee(scene.fee),
    expiresAt: scene.expiresAt.toISOString(),
  };
}

/** A scene as `collab_scene.created` tells it: the fee has no `billedTo`. */
export const presentForEvent = (scene: Parameters<typeof presentCreated>[0]) => ({
  ...presentCreated(scene),
  fees: presentFeeOfEvent(scene.fee),
});

/** A scene as a read shows it: the fee has no `chargeError`, and only the partner that created the scene gets fee and roster. */
export function presentDetail(
  { id, status, expiresAt, performers, fee }: Detail,
  { isOwner, publications }: { isOwner: boolean; publications: readonly Publication[] },
): CollabSceneDetail {
  return {
    sceneId: id,
    status,
    ...countsOf(performers),
    ...(isOwner && { performers: performers.map(presentPerformer), fees: fee && presentFee(fee) }),
    expiresAt: expiresAt.toISOString(),
    publications: publications.map(({ id: publicationId, contentUrl, publishedAt, removedAt }) => ({
      id: publicationId,
      contentUrl,
      publishedAt: publishedAt.toISOString(),
      removedAt: removedAt?.toISOString() ?? null,
    })),
  };
}

/** How many performers there are, and how many of them decided. */
export function countsOf(performers: readonly Omit<Performer, "email">[]) {
  const statuses = performers.map(performerStatus);
  const count = (wanted: (typeof statuses)[number]) => statuses.filter((one) => one === wanted).length;
  const consented = count("consented");
  return {
    performerCount: performers.length,
    consentedCount: consented,
    // The same people: two counts that differ would tell who has no verified ID yet.
    releaseSignedCount: consented,
    refusedCount: count("refused"),
  };
}
