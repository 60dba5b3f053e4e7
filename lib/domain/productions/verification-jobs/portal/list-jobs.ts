import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { SIGNING_MS } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { firstIdAt } from "@/lib/platform/ids";
import { type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import { escapeLike, prefixPattern } from "@/lib/platform/like";
import { storedAddress } from "@/lib/platform/wire";
import { type JobStatus, SCENE_STATUS_OF } from "../labels";
import type { JobFilters } from "./schemas";

const PAGE = 50;
const FOUND = 5;

/** A job in the partner's list. */
export type JobRow = {
  id: string;
  /** The partner's own ids. */
  jobId: string;
  contentId: string;
  title: string;
  status: JobStatus;
  performerCount: number;
  verifiedCount: number;
  refusedCount: number;
  productionId: string | null;
  createdAt: Date;
  expiresAt: Date;
  /** When it was completed, blocked or canceled. */
  endedAt: Date | null;
};

const STATUS = `CASE s.status ${Object.entries(SCENE_STATUS_OF)
  .map(([job, scene]) => `WHEN '${scene}' THEN '${job}'`)
  .join(" ")} END AS status`;
const COLUMNS = `j.id, j.job_id AS "jobId", j.content_id AS "contentId", j.production_id AS "productionId",
  j.created_at AS "createdAt", j.scene_id, s.title, ${STATUS}, s.expires_at AS "expiresAt",
  coalesce(s.greenlit_at, s.blocked_at, s.cancelled_at) AS "endedAt"`;
const COUNTS = `count(*)::int AS "performerCount", count(consented_at)::int AS "verifiedCount", count(refused_at)::int AS "refusedCount"`;

type Narrowed = {
  cursor?: string | undefined;
  limit?: number;
  /** Only those of a production. */
  productionId?: string;
  /** Only those that wait for performers and close before this. */
  closesBefore?: Date;
};

/** A page of the partner's jobs, newest first. */
export async function listJobs(
  ctx: Ctx<PortalUserActor>,
  { cursor: place, limit = PAGE, q, status, productionId, closesBefore }: JobFilters & Narrowed,
): Promise<Page<JobRow>> {
  const cursor = readCursor(place);
  const order = readingOrder(cursor);
  const values: unknown[] = [];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const met = [`j.partner_id = ${add(ctx.actor.partnerId)}`];
  if (status) met.push(`s.status = ${add(SCENE_STATUS_OF[status])}::scene_status`);
  if (productionId) met.push(`j.production_id = ${add(productionId)}`);
  if (closesBefore) {
    met.push(`s.status = 'pending_signatures' AND s.expires_at < ${add(closesBefore)}`);
    // All jobs wait equally long, so that the others are not even read.
    met.push(`j.id < ${add(firstIdAt(new Date(closesBefore.getTime() - SIGNING_MS)))}`);
  }
  if (q) met.push(`(${matching(q, add).join(" OR ")})`);
  if (cursor) met.push(`j.id ${order === "asc" ? ">" : "<"} ${add(cursor.id)}`);
  // The page first, so that performers are counted for its rows only.
  const { rows } = await pool().query<JobRow & { scene_id: string }>(
    `WITH page AS MATERIALIZED (
       SELECT ${COLUMNS} FROM verification_jobs j JOIN collab_scenes s ON s.id = j.scene_id
       WHERE ${met.join(" AND ")} ORDER BY j.id ${order} LIMIT ${limit + 1})
     SELECT page.*, counts.* FROM page
     CROSS JOIN LATERAL (SELECT ${COUNTS} FROM scene_performers WHERE scene_id = page.scene_id) counts
     ORDER BY page.id ${order}`,
    values,
  );
  return pageOf(
    rows.map(({ scene_id: _, ...row }) => row),
    { limit, cursor },
  );
}

function matching(text: string, add: (value: unknown) => string): string[] {
  const start = add(prefixPattern(text));
  return [
    `s.title ILIKE ${add(`%${escapeLike(text)}%`)}`,
    `j.job_id LIKE ${start}`,
    `j.content_id LIKE ${start}`,
    // OFFSET keeps the planner from reading the address at all partners first, which would cost time that tells.
    `EXISTS (SELECT FROM scene_performers p WHERE p.scene_id = s.id AND p.email LIKE ${add(prefixPattern(storedAddress(text)))} OFFSET 0)`,
  ];
}

/** A few jobs that match a text, as the list finds them, and whether it has more. */
export async function findJobs(
  ctx: Ctx<PortalUserActor>,
  text: string,
): Promise<{ found: Pick<JobRow, "id" | "title" | "status">[]; isMore: boolean }> {
  const { rows, older } = await listJobs(ctx, { q: text, limit: FOUND });
  return { found: rows.map(({ id, title, status }) => ({ id, title, status })), isMore: older !== null };
}

const CLOSING_SHOWN = 3;
const CLOSING_MS = 3 * DAY_MS;
const CLOSING_COUNTED = 100;

/** The jobs that close within three days. */
export type ClosingJobs = {
  /** The next ones to close. */
  next: Pick<JobRow, "id" | "title" | "expiresAt" | "performerCount" | "verifiedCount">[];
  /** Counted up to 100. */
  count: number;
  isMore: boolean;
};

/** The partner's jobs that still wait for performers and close within three days, soonest first. */
export async function listClosingJobs(ctx: Ctx<PortalUserActor>): Promise<ClosingJobs> {
  const now = clock.now().getTime();
  const { rows } = await listJobs(ctx, {
    closesBefore: new Date(now + CLOSING_MS),
    // From the oldest one that can still wait.
    cursor: `newer.${firstIdAt(new Date(now - SIGNING_MS - DAY_MS))}`,
    limit: CLOSING_COUNTED + 1,
  });
  return {
    next: rows.toReversed().slice(0, CLOSING_SHOWN),
    count: Math.min(rows.length, CLOSING_COUNTED),
    isMore: rows.length > CLOSING_COUNTED,
  };
}
