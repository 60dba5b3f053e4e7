import type { Ctx, PersonActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/generated/client";

const PAID_SHOWN = 20;

/** A scene's fee as its payer sees it. `charging`: the processor has not answered yet. */
export type ShownSceneFee = {
  id: string;
  /** The scene's title, in the platform's words. */
  title: string;
  platform: string;
  status: "unpaid" | "charging" | "paid";
  sceneFeeCents: number;
  onboardingFeeCents: number;
  totalCents: number;
  /** Why the last try failed. */
  failure: string | null;
  createdAt: Date;
  paidAt: Date | null;
};

/** The fees of the person's scenes that are not paid, oldest first, and the newest paid ones. */
export async function listSceneFees(ctx: Ctx<PersonActor>): Promise<{ owed: ShownSceneFee[]; paid: ShownSceneFee[] }> {
  const payerId = ctx.actor.userId;
  const [owed, paid] = await Promise.all([
    db.sceneFee.findMany({ where: { payerId, status: { not: "paid" } }, orderBy: { id: "asc" }, select }),
    db.sceneFee.findMany({ where: { payerId, status: "paid" }, orderBy: { id: "desc" }, take: PAID_SHOWN, select }),
  ]);
  return { owed: owed.map(shown), paid: paid.map(shown) };
}

const select = {
  ...{ id: true, status: true, sceneFeeCents: true, onboardingFeeCents: true, chargeError: true },
  ...{ createdAt: true, paidAt: true },
  scene: { select: { title: true, partner: { select: { name: true } } } },
} as const satisfies Prisma.SceneFeeSelect;

function shown({
  scene,
  chargeError,
  status,
  ...fee
}: Prisma.SceneFeeGetPayload<{ select: typeof select }>): ShownSceneFee {
  return {
    ...fee,
    ...{ title: scene.title, platform: scene.partner.name, failure: chargeError },
    status: status === "paid" || status === "charging" ? status : "unpaid",
    totalCents: fee.sceneFeeCents + fee.onboardingFeeCents,
  };
}
