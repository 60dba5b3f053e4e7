import type { Ctx, PersonActor, PortalUserActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";
import { beyondId, type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import type { Prisma, SceneFee } from "@/prisma/generated/client";
import { totalOf } from "./present-fee";

const PAID_SHOWN = 20;
const OWED_SHOWN = 20;

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
    db.sceneFee.findMany({ where: { payerId, status: { not: "paid" } }, orderBy: { id: "asc" }, include }),
    db.sceneFee.findMany({ where: { payerId, status: "paid" }, orderBy: { id: "desc" }, take: PAID_SHOWN, include }),
  ]);
  return { owed: owed.map(shown), paid: paid.map(shown) };
}

const include = { scene: { select: { title: true, partner: { select: { name: true } } } } } as const;

type Row = SceneFee & { scene: { title: string; partner: { name: string } } };

function shown({ scene, ...fee }: Row): ShownSceneFee {
  const { id, sceneFeeCents, onboardingFeeCents, createdAt, paidAt, chargeError: failure } = fee;
  const status = shownStatus(fee);
  const totalCents = totalOf(fee);
  const cents = { sceneFeeCents, onboardingFeeCents, totalCents };
  return { id, title: scene.title, platform: scene.partner.name, status, ...cents, failure, createdAt, paidAt };
}

// Only a platform's invoice has fees that are `invoiced`, and its page lists those.
const shownStatus = ({ status }: SceneFee): ShownSceneFee["status"] => (status === "invoiced" ? "unpaid" : status);

/** An extension's fee as its partner sees it: never a title, because the scene may be another partner's. */
export type ShownCardFee = Pick<ShownSceneFee, "id" | "status" | "totalCents" | "failure" | "createdAt" | "paidAt"> & {
  sceneId: string;
};

export type CardFees = {
  /** Unpaid or charging, oldest first. */
  owed: Page<ShownCardFee>;
  /** All of them: those to pay, and how many are charging. */
  unpaid: { fees: number; cents: number };
  charging: number;
  /** The newest, and whether there are more. */
  paid: ShownCardFee[];
  morePaid: boolean;
};

/** The fees of the partner's extensions. `sent` is the cursor of a page of those it owes. */
export async function listCardFees(ctx: Ctx<PortalUserActor>, sent?: string): Promise<CardFees> {
  const cursor = readCursor(sent);
  const theirs = { partnerId: ctx.actor.partnerId, billedTo: "partner_card" } as const;
  const owing = { ...theirs, status: { in: ["unpaid", "charging"] } } satisfies Prisma.SceneFeeWhereInput;
  const [owed, unpaid, charging, paid] = await Promise.all([
    db.sceneFee.findMany({
      where: { ...owing, ...beyondId(cursor) },
      orderBy: { id: readingOrder(cursor, "oldest") },
      take: OWED_SHOWN + 1,
    }),
    db.sceneFee.aggregate({
      where: { ...theirs, status: "unpaid" },
      _count: true,
      _sum: { extensionFeeCents: true },
    }),
    db.sceneFee.count({ where: { ...theirs, status: "charging" } }),
    db.sceneFee.findMany({ where: { ...theirs, status: "paid" }, orderBy: { id: "desc" }, take: PAID_SHOWN + 1 }),
  ]);
  return {
    owed: pageOf(owed.map(shownCardFee), { limit: OWED_SHOWN, cursor, first: "oldest" }),
    unpaid: { fees: unpaid._count, cents: unpaid._sum.extensionFeeCents ?? 0 },
    charging,
    paid: paid.slice(0, PAID_SHOWN).map(shownCardFee),
    morePaid: paid.length > PAID_SHOWN,
  };
}

function shownCardFee(fee: SceneFee): ShownCardFee {
  const { id, sceneId, createdAt, paidAt, chargeError: failure } = fee;
  return { id, sceneId, status: shownStatus(fee), totalCents: totalOf(fee), failure, createdAt, paidAt };
}
