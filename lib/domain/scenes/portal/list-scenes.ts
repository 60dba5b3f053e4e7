import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { firstIdAt, idsStartingWith } from "@/lib/platform/ids";
import { type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import { escapeLike, prefixPattern } from "@/lib/platform/like";
import { storedAddress } from "@/lib/platform/wire";
import { SCENE_STATUSES, type SceneStatus } from "../labels";
import { creationRange, type SceneFilters } from "./schemas";

const PAGE = 50;

/** One scene in the partner's list: what the partner sent and what the API answers. */
export type SceneRow = {
  id: string;
  title: string;
  status: SceneStatus;
  block: "refused" | "expired" | null;
  uploader: { accountId: string; externalUserId: string };
  performerCount: number;
  consentedCount: number;
  refusedCount: number;
  createdAt: Date;
  expiresAt: Date;
  /** When it was greenlit, blocked or canceled; null while it waits. */
  endedAt: Date | null;
};

const COLUMNS = `s.id, s.title, s.status, s.block, s.created_at AS "createdAt", s.expires_at AS "expiresAt",
  coalesce(s.greenlit_at, s.blocked_at, s.cancelled_at) AS "endedAt",
  json_build_object('accountId', a.id, 'externalUserId', a.external_user_id) AS uploader`;
const COUNTS = `count(*)::int AS "performerCount", count(consented_at)::int AS "consentedCount", count(refused_at)::int AS "refusedCount"`;

/** A page of the partner's scenes, newest first, by keyset over the scene id. */
export async function listScenes(
  ctx: Ctx<PortalUserActor>,
  { cursor: place, limit = PAGE, ...filters }: SceneFilters & { cursor?: string | undefined; limit?: number },
): Promise<Page<SceneRow>> {
  const cursor = readCursor(place);
  const order = readingOrder(cursor);
  const values: unknown[] = [];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const met = conditionsOf(ctx.actor.partnerId, filters, add);
  if (cursor) met.push(`s.id ${order === "asc" ? ">" : "<"} ${add(cursor.id)}`);
  // The page first, so that performers are counted for its rows only.
  const { rows: found } = await pool().query<SceneRow>(
    `WITH page AS MATERIALIZED (
       SELECT ${COLUMNS} FROM collab_scenes s
       JOIN solo_accounts a ON a.partner_id = s.partner_id AND a.id = s.uploader_account_id
       WHERE ${met.join(" AND ")} ORDER BY s.id ${order} LIMIT ${limit + 1})
     SELECT page.*, counts.* FROM page
     CROSS JOIN LATERAL (SELECT ${COUNTS} FROM scene_performers WHERE scene_id = page.id) counts
     ORDER BY page.id ${order}`,
    values,
  );
  return pageOf(found, { limit, cursor });
}

type Add = (value: unknown) => string;

function conditionsOf(partnerId: string, { q, status, closes, ...days }: SceneFilters, add: Add): string[] {
  const met = [`s.partner_id = ${add(partnerId)} AND NOT s.is_job`];
  if (status) met.push(`s.status = ${add(status)}::scene_status`);
  if (closes) {
    const until = new Date(clock.now().getTime() + Number(closes) * DAY_MS);
    met.push(`s.status = 'pending_signatures' AND s.expires_at < ${add(until)}`);
  }
  const { from, to } = creationRange(days);
  if (from) met.push(`s.created_at >= ${add(from)}`);
  if (to) met.push(`s.created_at < ${add(to)}`);
  if (q) met.push(`(${matching(q, add).join(" OR ")})`);
  return met;
}

function matching(text: string, add: Add): string[] {
  const ids = idsStartingWith(text.toLowerCase());
  return [
    `s.title ILIKE ${add(`%${escapeLike(text)}%`)}`,
    `a.external_user_id LIKE ${add(prefixPattern(text))}`,
    // OFFSET keeps the planner from reading the address at all partners first, which would cost time that tells.
    `EXISTS (SELECT FROM scene_performers p WHERE p.scene_id = s.id AND p.email LIKE ${add(prefixPattern(storedAddress(text)))} OFFSET 0)`,
    ...(ids ? [`s.id BETWEEN ${add(ids.first)} AND ${add(ids.last)}`] : []),
  ];
}

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
const CLOSING_DAYS = "3";
const CLOSING_COUNTED = 100;
const BEFORE_ALL = `newer.${firstIdAt(new Date(0))}`;

/** The scenes that close within three days. */
export type ClosingScenes = {
  /** The next ones to close. */
  next: Pick<SceneRow, "id" | "title" | "expiresAt" | "performerCount" | "consentedCount">[];
  /** Counted up to 100. */
  count: number;
  isMore: boolean;
};

/** The partner's scenes that still wait for signatures and close within three days, soonest first. */
export async function listClosingScenes(ctx: Ctx<PortalUserActor>): Promise<ClosingScenes> {
  // All scenes wait equally long, so the oldest closes first.
  const { rows } = await listScenes(ctx, { closes: CLOSING_DAYS, cursor: BEFORE_ALL, limit: CLOSING_COUNTED + 1 });
  const soonest = rows.toReversed();
  return {
    next: soonest.slice(0, CLOSING_SHOWN),
    count: Math.min(rows.length, CLOSING_COUNTED),
    isMore: rows.length > CLOSING_COUNTED,
  };
}

const FOUND = 5;

/** A few scenes that match a text, as the scene list finds them, and whether the list has more. */
export async function findScenes(
  ctx: Ctx<PortalUserActor>,
  text: string,
): Promise<{ found: Pick<SceneRow, "id" | "title" | "status">[]; isMore: boolean }> {
  const { rows, older } = await listScenes(ctx, { q: text, limit: FOUND });
  return { found: rows.map(({ id, title, status }) => ({ id, title, status })), isMore: older !== null };
}
