import type { SceneFee } from "@/prisma/generated/client";

/** What a fee comes to, in US cents. */
export const totalOf = (fee: Pick<SceneFee, "sceneFeeCents" | "onboardingFeeCents" | "extensionFeeCents">): number =>
  fee.sceneFeeCents + fee.onboardingFeeCents + fee.extensionFeeCents;

type ShownFee = Pick<SceneFee, "sceneFeeCents" | "onboardingFeeCents" | "paymentChargeId" | "billedTo" | "chargeError">;

/** A fee on its scene. Contract: Collab scenes, read. */
export const presentFee = ({
  sceneFeeCents,
  onboardingFeeCents,
  paymentChargeId,
  billedTo,
}: Omit<ShownFee, "chargeError">) => ({
  sceneFeeCents,
  onboardingFeeCents,
  totalCents: sceneFeeCents + onboardingFeeCents,
  charged: paymentChargeId !== null,
  paymentChargeId,
  billedTo: billedTo === "platform_invoice" ? billedTo : ("uploader_card" as const),
});

/** A fee in the answer to a scene's creation. Contract: Collab scenes, fees. */
export const presentCreatedFee = (fee: ShownFee) => ({ ...presentFee(fee), chargeError: fee.chargeError });

/** The fee of a verification job, which its partner pays. Contract: Verification jobs. */
export const presentVerificationFee = (fee: SceneFee) => ({
  ...presentCreatedFee(fee),
  billedTo: fee.billedTo === "platform_invoice" ? fee.billedTo : ("partner_card" as const),
});

/** A fee in `collab_scene.created`. Contract: Events. */
export function presentFeeOfEvent(fee: ShownFee) {
  const { billedTo: _, ...shown } = presentCreatedFee(fee);
  return shown;
}

/** A fee in the answer to an extend call. Contract: Collab scenes, extend. */
export const presentExtensionFee = ({ extensionFeeCents, paymentChargeId, chargeError }: SceneFee) => ({
  extensionFeeCents,
  charged: paymentChargeId !== null,
  paymentChargeId,
  chargeError,
});
