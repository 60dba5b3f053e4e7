import { clock } from "@/lib/platform/clock";
import { Prisma, type Tx } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import type { SceneFee } from "@/prisma/generated/client";
import { EXTENSION_FEE_CENTS, ONBOARDING_FEE_CENTS, SCENE_FEE_CENTS } from "./labels";

/** Later than the job that finishes an interrupted creation, which charges too. */
const SWEPT_AFTER_MS = 5 * MINUTE_MS;

/** What no fee has before its first try. */
const UNTRIED = {
  paymentChargeId: null,
  chargeError: null,
  triedAt: null,
  customerId: null,
  cardId: null,
  paidAt: null,
  mailedAt: null,
} as const;

/** `newPerformers`: how many have no active solo account. */
type Costs = { sceneId: string; partnerId: string; newPerformers: number };

/** `payerId`: the uploader whose card pays; null when the fee goes on the platform's next invoice. */
export type NewSceneFee = Costs & { payerId: string | null };

/**
 * What a scene costs, as a row to write in the transaction that creates the scene. A card is charged after that, by
 * `chargeSceneFee`. Contract: Collab scenes, fees.
 */
export const newSceneFee = ({ payerId, ...costs }: NewSceneFee): SceneFee =>
  newFee(costs, { kind: "scene", payerId, billedTo: payerId === null ? "platform_invoice" : "uploader_card" });

/** The same for the scene of a verification job, which its partner pays for. Contract: Verification jobs. */
export const newVerificationFee = ({
  billedTo,
  ...costs
}: Costs & { billedTo: "partner_card" | "platform_invoice" }): SceneFee =>
  newFee(costs, { kind: "verification", payerId: null, billedTo });

type Billing = Pick<SceneFee, "kind" | "payerId" | "billedTo">;

function newFee({ sceneId, partnerId, newPerformers }: Costs, billing: Billing): SceneFee {
  const now = clock.now();
  const isInvoiced = billing.billedTo === "platform_invoice";
  return {
    id: newId(),
    sceneId,
    partnerId,
    ...billing,
    createdAt: now,
    sceneFeeCents: SCENE_FEE_CENTS,
    onboardingFeeCents: ONBOARDING_FEE_CENTS * newPerformers,
    extensionFeeCents: 0,
    status: isInvoiced ? "invoiced" : "charging",
    try: isInvoiced ? 0 : 1,
    nextTryAt: isInvoiced ? null : new Date(now.getTime() + SWEPT_AFTER_MS),
    ...UNTRIED,
  };
}

/** The statement that writes a new fee. */
export const sceneFeeInsertion = (fee: SceneFee): Prisma.Sql => Prisma.sql`
  INSERT INTO scene_fees (id, kind, scene_id, partner_id, payer_id, scene_fee_cents, onboarding_fee_cents, billed_to, status,
    try, next_try_at, created_at)
  VALUES (${fee.id}, ${fee.kind}::scene_fee_kind, ${fee.sceneId}, ${fee.partnerId}, ${fee.payerId}, ${fee.sceneFeeCents},
    ${fee.onboardingFeeCents}, ${fee.billedTo}::scene_billing, ${fee.status}::scene_fee_status, ${fee.try}, ${fee.nextTryAt}, ${fee.createdAt})`;

/**
 * Records what a partner's extension of a scene costs, once, and returns it: an earlier fee, if there is one. Two calls at
 * once record one. Charge it after the transaction, by `chargeExtensionFee`. Contract: Extending a scene.
 */
export async function createExtensionFee(
  tx: Tx,
  { sceneId, partnerId }: { sceneId: string; partnerId: string },
): Promise<SceneFee> {
  const kind = "extension" as const;
  const now = clock.now();
  const fee: SceneFee = {
    id: newId(),
    kind,
    sceneId,
    partnerId,
    payerId: null,
    createdAt: now,
    sceneFeeCents: 0,
    onboardingFeeCents: 0,
    extensionFeeCents: EXTENSION_FEE_CENTS,
    billedTo: "partner_card",
    status: "charging",
    try: 1,
    // If the call that extends dies before it charges, the sweep does.
    nextTryAt: new Date(now.getTime() + MINUTE_MS),
    ...UNTRIED,
  };
  // Waits here for a concurrent call.
  await tx.sceneFee.createMany({ data: [fee], skipDuplicates: true });
  return tx.sceneFee.findUniqueOrThrow({ where: { sceneId_partnerId_kind: { sceneId, partnerId, kind } } });
}

/** Erases the fees of a scene with it, but for one whose refund is still owed, which keeps the scene, too. */
export async function eraseSceneFees(tx: Tx, sceneId: string): Promise<void> {
  await tx.sceneFeeCharge.deleteMany({ where: { fee: { sceneId }, status: { not: "refund_owed" } } });
  // An invoice keeps the fees that it charged.
  await tx.sceneFee.deleteMany({ where: { sceneId, billedTo: { not: "platform_invoice" } } });
}
