import type { SceneFee } from "@/prisma/generated/client";
import { performerStatus, type SceneStatus } from "./labels";
import type { CollabSceneCreated, CollabSceneDetail } from "./schemas";

type Scene = { id: string; status: SceneStatus; expiresAt: Date };
type Performer = { email: string; consentedAt: Date | null; refusedAt: Date | null };

/** A scene with its performers, in the order of the request, and its fee. */
export type SceneRow = Scene & { performers: readonly Performer[]; fee: SceneFee | null };

// TODO(scenes): `presentFee` of billing.
export function presentFee(fee: SceneFee) {
  return {
    sceneFeeCents: fee.sceneFeeCents,
    onboardingFeeCents: fee.onboardingFeeCents,
    totalCents: fee.sceneFeeCents + fee.onboardingFeeCents,
    charged: fee.paymentChargeId !== null,
    paymentChargeId: fee.paymentChargeId,
    billedTo: fee.billedTo,
    chargeError: fee.chargeError,
  };
}

export const presentPerformer = (performer: Performer) => ({
  email: performer.email,
  status: performerStatus(performer),
});

/** The answer to a create call: the fee with `billedTo` and `chargeError`. */
export function presentCreated(scene: Scene & { performers: readonly Performer[]; fee: SceneFee }): CollabSceneCreated {
  return {
    sceneId: scene.id,
    status: scene.status,
    performers: scene.performers.map(presentPerformer),
    fees: presentFee(scene.fee),
    expiresAt: scene.expiresAt.toISOString(),
  };
}

/** A scene as `collab_scene.created` tells it: the fee has no `billedTo`. */
export function presentForEvent(scene: Parameters<typeof presentCreated>[0]) {
  const { fees, ...created } = presentCreated(scene);
  const { billedTo, ...told } = fees;
  return { ...created, fees: told };
}

/** A scene as a read shows it: the fee has no `chargeError`, and only the partner that created the scene gets fee and roster. */
export function presentDetail(
  { id, status, expiresAt, performers, fee }: SceneRow,
  { isOwner, publications }: { isOwner: boolean; publications: CollabSceneDetail["publications"] },
): CollabSceneDetail {
  const statuses = performers.map(performerStatus);
  const count = (wanted: (typeof statuses)[number]) => statuses.filter((one) => one === wanted).length;
  const consented = count("consented");
  return {
    sceneId: id,
    status,
    performerCount: performers.length,
    consentedCount: consented,
    // The same people: two counts that differ would tell who has no verified ID yet.
    releaseSignedCount: consented,
    refusedCount: count("refused"),
    ...(isOwner && { performers: performers.map(presentPerformer), fees: fee && presentReadFee(fee) }),
    expiresAt: expiresAt.toISOString(),
    publications,
  };
}

function presentReadFee(fee: SceneFee) {
  const { chargeError, ...read } = presentFee(fee);
  return read;
}
