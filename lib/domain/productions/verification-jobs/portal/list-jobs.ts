import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { EITHER, field, filter, partnerList, type RowIn, same } from "@/lib/domain/core/lists";
import {
  CLOSING_READ,
  type Closing,
  closingOf,
  FEE_COLUMNS,
  performerStartsWith,
  perScene,
  SIGNING_MS,
} from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { Prisma } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { firstIdAt } from "@/lib/platform/ids";
import { JOB_STATUSES, type JobStatus, SCENE_STATUS_OF } from "../labels";

const { sql } = Prisma;

const STATUS = `CASE s.status ${Object.entries(SCENE_STATUS_OF)
  .map(([job, scene]) => `WHEN '${scene}' THEN '${job}'`)
  .join(" ")} END`;

const answers = perScene("sceneId", "verification");
const { consentedCount: verifiedCount, ...more } = answers.select;

/** The partner's verification jobs, newest first. */
export const jobList = partnerList({
  from: "verification_jobs j JOIN collab_scenes s ON s.id = j.scene_id",
  scope: ({ actor }) => sql`j.partner_id = ${actor.partnerId}`,
  order: EITHER,
  select: {
    id: field.text("j.id"),
    sceneId: field.text("j.scene_id"),
    /** The partner's own ids. */
    jobId: field.text("j.job_id"),
    contentId: field.text("j.content_id"),
    title: field.text("s.title"),
    status: field.of<JobStatus>(STATUS),
    productionId: field.of<string | null>("j.production_id"),
    createdAt: field.time("j.created_at"),
    expiresAt: field.time("s.expires_at"),
    /** When it was completed, blocked or canceled. */
    endedAt: field.of<Date | null>("coalesce(s.greenlit_at, s.blocked_at, s.cancelled_at)"),
  },
  perRow: { join: answers.join, select: { ...more, verifiedCount } },
  filters: {
    order: filter.order,
    q: filter.search(
      500,
      filter.contains("s.title"),
      filter.idStartsWith("j.id"),
      filter.startsWith("j.job_id"),
      filter.startsWith("j.content_id"),
      performerStartsWith,
    ),
    status: filter.oneOf(JOB_STATUSES, (status) => sql`s.status = ${SCENE_STATUS_OF[status]}::scene_status`),
  },
}).exported({
  file: "verification-jobs",
  action: "verification_job_list.exported",
  columns: {
    id: "jobId",
    ...same(
      "contentId",
      "title",
      "status",
      "performerCount",
      "verifiedCount",
      "refusedCount",
      "productionId",
      "createdAt",
      "expiresAt",
      "endedAt",
    ),
    ...FEE_COLUMNS,
  },
});

/** A job in the partner's list. */
export type JobRow = RowIn<typeof jobList>;

/** A page of the partner's jobs for one production. */
export const listJobsOf = (ctx: Ctx<PortalUserActor>, { productionId }: { productionId: string }) =>
  jobList.read(ctx, { where: sql`j.production_id = ${productionId}` });

const CLOSING_MS = 3 * DAY_MS;

/** The partner's jobs that still wait for performers and close within three days, soonest first. */
export async function listClosingJobs(ctx: Ctx<PortalUserActor>): Promise<Closing<JobRow>> {
  const now = clock.now().getTime();
  const until = new Date(now + CLOSING_MS);
  const { rows } = await jobList.read(ctx, {
    status: "pending",
    // All jobs wait equally long, so that the others are not even read.
    where: sql`s.expires_at < ${until} AND j.id < ${firstIdAt(new Date(until.getTime() - SIGNING_MS))}`,
    // From the oldest one that can still wait.
    cursor: `newer.${firstIdAt(new Date(now - SIGNING_MS - DAY_MS))}`,
    limit: CLOSING_READ,
  });
  return closingOf(rows);
}
