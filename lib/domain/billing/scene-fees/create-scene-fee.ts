import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import type { SceneFee } from "@/prisma/generated/client";

/** What every scene costs, and each performer without an active solo account, in US cents. */
const SCENE_FEE_CENTS = 500;
const ONBOARDING_FEE_CENTS = 2500;

/** Later than the job that finishes an interrupted creation, which charges too. */
const SWEPT_AFTER_MS = 5 * MINUTE_MS;

export type NewSceneFee = {
  sceneId: string;
  partnerId: string;
  /** The uploader whose card pays; null when the fee goes on the platform's next invoice. */
  payerId: string | null;
  /** How many performers have no active solo account. */
  newPerformers: number;
};

/**
 * Records what a scene costs, in the transaction that creates it. A card is charged after that, by `chargeSceneFee`.
 * Contract: Collab scenes, fees.
 */
export function createSceneFee(tx: Tx, { sceneId, partnerId, payerId, newPerformers }: NewSceneFee): Promise<SceneFee> {
  const now = clock.now();
  return tx.sceneFee.create({
    data: {
      ...{ id: newId(), sceneId, partnerId, payerId, createdAt: now },
      sceneFeeCents: SCENE_FEE_CENTS,
      onboardingFeeCents: ONBOARDING_FEE_CENTS * newPerformers,
      ...(payerId === null
        ? { billedTo: "platform_invoice", status: "invoiced" }
        : {
            ...{ billedTo: "uploader_card", status: "charging", try: 1 },
            nextTryAt: new Date(now.getTime() + SWEPT_AFTER_MS),
          }),
    },
  });
}
