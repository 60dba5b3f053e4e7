import { presentCreatedFee, presentFee, presentFeeOfEvent } from "@/lib/domain/billing";
import type { SceneFee, ScenePublication } from "@/prisma/generated/client";
import { keptConsents } from "./consents";
import { isDeclared } from "./consents/schemas";
import { performerStatus, type SceneStatus } from "./labels";
import type { CollabSceneCreated, CollabSceneDetail } from "./response-schemas";

type Scene = { id: string; status: SceneStatus; expiresAt: Date; needs?: unknown };
type CreatedFee = Parameters<typeof presentCreatedFee>[0];
type Performer = { email: string; consentedAt: Date | null; refusedAt: Date | null };

type Publication = Pick<ScenePublication, "id" | "contentUrl" | "publishedAt" | "removedAt">;
type Detail = Scene & { performers: readonly Performer[]; fee: SceneFee | null };

const presentPerformer = (performer: Performer) => ({
  email: performer.email,
  status: performerStatus(performer),
});

type Created = Scene & { performers: readonly Performer[]; fee: CreatedFee };

const presentNew = <Fees>(scene: Created, fees: Fees) => ({
  sceneId: scene.id,
  status: scene.status,
  performers: scene.performers.map(presentPerformer),
  fees,
  expiresAt: scene.expiresAt.toISOString(),
});

/** The answer to a create call: the fee with `billedTo` and `chargeError`, and what the scene needs if the call said so. */
export const presentCreated = (scene: Created): CollabSceneCreated => ({
  ...presentNew(scene, presentCreatedFee(scene.fee)),
  ...presentNeeds(scene, { isOwner: true }),
});

/** A scene as `collab_scene.created` tells it: the fee has no `billedTo`. */
export const presentForEvent = (scene: Created) => presentNew(scene, presentFeeOfEvent(scene.fee));

/** What a scene declared that it needs; nothing where it declared none. Its acts are its partner's words, and go to no other. */
export function presentNeeds(scene: Pick<Scene, "needs">, { isOwner }: { isOwner: boolean }) {
  const needs = keptConsents(scene.needs);
  if (!needs) return {};
  return { requiredConsents: { uses: needs.uses.filter(isDeclared), ...(isOwner && { acts: needs.acts }) } };
}

/** A scene as a read shows it: the fee has no `chargeError`, and only the partner that created the scene gets fee and roster. */
export function presentDetail(
  { id, status, expiresAt, needs, performers, fee }: Detail,
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
    ...presentNeeds({ needs }, { isOwner }),
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
