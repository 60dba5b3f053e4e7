import type { Ctx, PersonActor, PortalUserActor } from "@/lib/domain/core/context";
import { field, filter, partnerList } from "@/lib/domain/core/lists";
import { db, Prisma, rows } from "@/lib/platform/db";
import type { SceneFee } from "@/prisma/generated/client";
import { totalOf } from "./present-fee";

const { sql, raw } = Prisma;

const SHOWN = 20;
const TOTAL = "f.scene_fee_cents + f.onboarding_fee_cents + f.extension_fee_cents";

/** A scene's fee as its payer sees it. `charging`: the processor has not answered yet. */
export type ShownSceneFee = {
  id: string;
  /** The scene's title, as the platform gave it. */
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
    db.sceneFee.findMany({ where: { payerId, status: "paid" }, orderBy: { id: "desc" }, take: SHOWN, include }),
  ]);
  return { owed: owed.map(shown), paid: paid.map(shown) };
}

const include = { scene: { select: { title: true, partner: { select: { name: true } } } } } as const;

type Row = SceneFee & { scene: { title: string; partner: { name: string } } };

function shown({ scene, ...fee }: Row): ShownSceneFee {
  const { id, sceneFeeCents, onboardingFeeCents, createdAt, paidAt, chargeError: failure } = fee;
  // Only a platform's invoice has fees that are `invoiced`, and its page lists those.
  const status = fee.status === "invoiced" ? "unpaid" : fee.status;
  const cents = { sceneFeeCents, onboardingFeeCents, totalCents: totalOf(fee) };
  return { id, title: scene.title, platform: scene.partner.name, status, ...cents, failure, createdAt, paidAt };
}

/**
 * The fees of the partner's extensions and verification jobs that its card pays: those it owes, oldest first, and paid ones, newest
 * first. Never with a title, because an extended scene may be another partner's.
 */
const cardFeeList = partnerList({
  from: "scene_fees f LEFT JOIN verification_jobs j ON j.scene_id = f.scene_id",
  scope: ({ actor }) => sql`f.partner_id = ${actor.partnerId} AND f.billed_to = 'partner_card'`,
  order: ({ state }) => ({ first: state === "paid" ? "newest" : "oldest" }),
  size: SHOWN,
  select: {
    id: field.text("f.id"),
    kind: field.of<SceneFee["kind"]>("f.kind"),
    sceneId: field.text("f.scene_id"),
    /** Of a job, the partner's own id. */
    jobId: field.of<string | null>("j.job_id"),
    status: field.of<ShownSceneFee["status"]>("f.status"),
    totalCents: field.count(TOTAL),
    failure: field.of<string | null>("f.charge_error"),
    createdAt: field.time("f.created_at"),
    paidAt: field.of<Date | null>("f.paid_at"),
  },
  filters: {
    state: filter.oneOf(["owed", "paid"], (state) =>
      state === "paid" ? sql`f.status = 'paid'` : sql`f.status IN ('unpaid', 'charging')`,
    ),
  },
});

/** What the partner's card pays. `sent` is the cursor of a page of the fees it owes. */
export async function listCardFees(ctx: Ctx<PortalUserActor>, sent?: string) {
  const [owed, { found: paid, isMore: morePaid }, [sums]] = await Promise.all([
    cardFeeList.read(ctx, { state: "owed", cursor: sent }),
    cardFeeList.find(ctx, { state: "paid" }, SHOWN),
    rows<{ fees: number; cents: number; charging: number }>(sql`
      SELECT count(*) FILTER (WHERE f.status = 'unpaid')::int AS fees, count(*) FILTER (WHERE f.status = 'charging')::int AS charging,
        coalesce(sum(${raw(TOTAL)}) FILTER (WHERE f.status = 'unpaid'), 0)::int AS cents
      FROM scene_fees f WHERE ${await cardFeeList.where(ctx, { state: "owed" })}`),
  ]);
  const { fees = 0, cents = 0, charging = 0 } = sums ?? {};
  return { owed, unpaid: { fees, cents }, charging, paid, morePaid };
}

export type CardFees = Awaited<ReturnType<typeof listCardFees>>;
