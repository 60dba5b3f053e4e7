import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { EITHER, field, filter, partnerList, type RowIn, same } from "@/lib/domain/core/lists";
import { clock } from "@/lib/platform/clock";
import { Prisma, pool, prefixPattern } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { firstIdAt } from "@/lib/platform/ids";
import { storedAddress } from "@/lib/platform/wire";
import { SCENE_STATUSES, type SceneStatus } from "../labels";

const { sql, raw } = Prisma;

/** Finds scenes, as `s`, by the start of a performer's address. */
export const performerStartsWith = (typed: string): Prisma.Sql =>
  // OFFSET keeps the planner from reading the address at all partners first, which would cost time that tells.
  sql`EXISTS (SELECT FROM scene_performers p
    WHERE p.scene_id = s.id AND p.email LIKE ${prefixPattern(storedAddress(typed))} OFFSET 0)`;

/** What is read for each scene or job of a page: how its performers answered, and what it costs. */
export const perScene = (id: "id" | "sceneId", kind: "scene" | "verification") => ({
  join: ({ actor }: Ctx<PortalUserActor>) => sql`CROSS JOIN LATERAL (SELECT count(*)::int AS all,
      count(consented_at)::int AS consented, count(refused_at)::int AS refused
      FROM scene_performers WHERE scene_id = page.${raw(`"${id}"`)}) counted
    LEFT JOIN scene_fees fee ON fee.scene_id = page.${raw(`"${id}"`)} AND fee.partner_id = ${actor.partnerId}
      AND fee.kind = ${raw(`'${kind}'`)}`,
  select: {
    performerCount: field.count("counted.all"),
    consentedCount: field.count("counted.consented"),
    refusedCount: field.count("counted.refused"),
    sceneFeeCents: field.of<number | null>("fee.scene_fee_cents"),
    onboardingFeeCents: field.of<number | null>("fee.onboarding_fee_cents"),
    billedTo: field.of<string | null>("fee.billed_to"),
    paymentChargeId: field.of<string | null>("fee.payment_charge_id"),
  },
});

/** What it costs in a file, with the names of the API. */
export const FEE_COLUMNS = same("sceneFeeCents", "onboardingFeeCents", "billedTo", "paymentChargeId");

/** The partner's scenes, newest first: what the partner sent and what the API answers. */
export const sceneList = partnerList({
  from: "collab_scenes s JOIN solo_accounts a ON a.partner_id = s.partner_id AND a.id = s.uploader_account_id",
  scope: ({ actor }) => sql`s.partner_id = ${actor.partnerId} AND NOT s.is_job`,
  order: EITHER,
  select: {
    id: field.text("s.id"),
    title: field.text("s.title"),
    status: field.of<SceneStatus>("s.status"),
    block: field.of<"refused" | "expired" | null>("s.block"),
    accountId: field.text("a.id"),
    externalUserId: field.text("a.external_user_id"),
    createdAt: field.time("s.created_at"),
    expiresAt: field.time("s.expires_at"),
    /** When it was greenlit, blocked or canceled; null while it waits. */
    endedAt: field.of<Date | null>("coalesce(s.greenlit_at, s.blocked_at, s.cancelled_at)"),
  },
  perRow: perScene("id", "scene"),
  filters: {
    order: filter.order,
    q: filter.search(
      500,
      filter.contains("s.title"),
      filter.startsWith("a.external_user_id"),
      performerStartsWith,
      filter.idStartsWith("s.id"),
    ),
    status: filter.oneOf(SCENE_STATUSES, filter.is("s.status")),
    /** Still waiting, and closing within so many days. */
    closes: filter.oneOf(["1", "3", "7"], (days) => {
      const until = new Date(clock.now().getTime() + Number(days) * DAY_MS);
      return sql`s.status = 'pending_signatures' AND s.expires_at < ${until}`;
    }),
    from: filter.fromDay("s.created_at"),
    to: filter.untilDay("s.created_at"),
  },
}).exported({
  file: "scenes",
  action: "scene_list.exported",
  columns: {
    sceneId: "id",
    title: "title",
    uploaderAccountId: "accountId",
    uploaderExternalUserId: "externalUserId",
    ...same("status", "performerCount", "consentedCount", "refusedCount", "createdAt", "expiresAt"),
    greenlitAt: ({ status, endedAt }) => (status === "greenlit" ? endedAt : null),
    blockedAt: ({ status, endedAt }) => (status === "blocked" ? endedAt : null),
    cancelledAt: ({ status, endedAt }) => (status === "cancelled" ? endedAt : null),
    ...FEE_COLUMNS,
  },
});

export type SceneRow = RowIn<typeof sceneList>;

/** Where counting stops: a status with more scenes is reported as this number plus one. */
export const SCENES_COUNTED_AT_MOST = 100_000;

/** How many of the partner's scenes have each status. */
export async function countScenes(ctx: Ctx<PortalUserActor>): Promise<Record<SceneStatus, number>> {
  const { rows } = await pool().query<{ status: SceneStatus; count: number }>({
    name: "count_scenes",
    text: `SELECT t.status, n.count FROM unnest($2::scene_status[]) AS t (status)
      CROSS JOIN LATERAL (SELECT count(*)::int AS count FROM (
        SELECT FROM collab_scenes s WHERE s.partner_id = $1 AND NOT s.is_job AND s.status = t.status LIMIT $3) AS counted) AS n`,
    values: [ctx.actor.partnerId, SCENE_STATUSES, SCENES_COUNTED_AT_MOST + 1],
  });
  const counts = { pending_signatures: 0, greenlit: 0, blocked: 0, cancelled: 0 };
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}

const CLOSING_SHOWN = 3;
const CLOSING_COUNTED = 100;
export const CLOSING_READ = CLOSING_COUNTED + 1;
const BEFORE_ALL = `newer.${firstIdAt(new Date(0))}`;

/** What closes soon: the next ones, and how many, counted up to 100. */
export type Closing<Row> = { next: Row[]; count: number; isMore: boolean };

/** The partner's scenes that still wait for signatures and close within three days, soonest first. */
export async function listClosingScenes(ctx: Ctx<PortalUserActor>): Promise<Closing<SceneRow>> {
  // All scenes wait equally long, so the oldest closes first.
  return closingOf((await sceneList.read(ctx, { closes: "3", cursor: BEFORE_ALL, limit: CLOSING_READ })).rows);
}

/** The next of some rows that close, newest first. */
export const closingOf = <Row>(rows: Row[]): Closing<Row> => ({
  next: rows.toReversed().slice(0, CLOSING_SHOWN),
  count: Math.min(rows.length, CLOSING_COUNTED),
  isMore: rows.length > CLOSING_COUNTED,
});
