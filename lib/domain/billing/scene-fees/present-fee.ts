import type { SceneFee } from "@/prisma/generated/client";

/** A fee on its scene. Contract: Collab scenes, read. */
export const presentFee = ({ sceneFeeCents, onboardingFeeCents, paymentChargeId, billedTo }: SceneFee) => ({
  sceneFeeCents,
  onboardingFeeCents,
  totalCents: sceneFeeCents + onboardingFeeCents,
  charged: paymentChargeId !== null,
  paymentChargeId,
  billedTo,
});

/** A fee in the answer to a scene's creation. Contract: Collab scenes, fees. */
export const presentCreatedFee = (fee: SceneFee) => ({ ...presentFee(fee), chargeError: fee.chargeError });

/** A fee in `collab_scene.created`. Contract: Events. */
export function presentFeeOfEvent(fee: SceneFee) {
  const { billedTo: _, ...shown } = presentCreatedFee(fee);
  return shown;
}
