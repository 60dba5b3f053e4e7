import type { Ctx, PersonActor, PortalUserActor } from "@/lib/domain/core/context";
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

/**
 * A fee that a partner's card pays, of an extension or of a verification job. Never with a title, because an extended scene may be
 * another partner's.
 */
export type ShownCardFee = Pick<ShownSceneFee, "id" | "status" | "totalCents" | "failure" | "createdAt" | "paidAt"> & {
  kind: SceneFee["kind"];
  sceneId: string /** Of a job, the partner's own id. */;
  jobId: string | null;
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

/** The fees of the partner's extensions and verification jobs that its card pays. `sent` is the cursor of a page of those it owes. */
export async function listCardFees(ctx: Ctx<PortalUserActor>, sent?: string): Promise<CardFees> {
  const cursor = readCursor(sent);
  const theirs = { partnerId: ctx.actor.partnerId, billedTo: "partner_card" } as const;
  const owing = { ...theirs, status: { in: ["unpaid", "charging"] } } satisfies Prisma.SceneFeeWhereInput;
  const [owed, unpaid, charging, paid] = await Promise.all([
    db.sceneFee.findMany({
      where: { ...owing, ...beyondId(cursor) },
      orderBy: { id: readingOrder(cursor, "oldest") },
      take: OWED_SHOWN + 1,
      include: ofJob,
    }),
    db.sceneFee.aggregate({
      where: { ...theirs, status: "unpaid" },
      _count: true,
      _sum: { extensionFeeCents: true, sceneFeeCents: true, onboardingFeeCents: true },
    }),
    db.sceneFee.count({ where: { ...theirs, status: "charging" } }),
    db.sceneFee.findMany({
      where: { ...theirs, status: "paid" },
      orderBy: { id: "desc" },
      take: PAID_SHOWN + 1,
      include: ofJob,
    }),
  ]);
  return {
    owed: pageOf(owed.map(shownCardFee), { limit: OWED_SHOWN, cursor, first: "oldest" }),
    unpaid: { fees: unpaid._count, cents: sumOf(unpaid._sum) },
    charging,
    paid: paid.slice(0, PAID_SHOWN).map(shownCardFee),
    morePaid: paid.length > PAID_SHOWN,
  };
}

// A fee on a card goes before its scene does.
const ofJob = { scene: { select: { job: { select: { jobId: true } } } } } as const;

type Sums = Record<"sceneFeeCents" | "onboardingFeeCents" | "extensionFeeCents", number | null>;

const sumOf = ({ sceneFeeCents, onboardingFeeCents, extensionFeeCents }: Sums): number =>
  (sceneFeeCents ?? 0) + (onboardingFeeCents ?? 0) + (extensionFeeCents ?? 0);

function shownCardFee(fee: SceneFee & { scene: { job: { jobId: string } | null } }): ShownCardFee {
  const { id, kind, sceneId, scene, createdAt, paidAt, chargeError: failure } = fee;
  return {
    id,
    kind,
    sceneId,
    jobId: scene.job?.jobId ?? null,
    status: shownStatus(fee),
    totalCents: totalOf(fee),
    failure,
    createdAt,
    paidAt,
  };
}
