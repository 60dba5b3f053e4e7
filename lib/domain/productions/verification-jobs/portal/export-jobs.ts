import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { exportList } from "@/lib/domain/core/list-export";
import { type ExportedFee, FEE_COLUMNS } from "@/lib/domain/scenes";
import type { CsvColumns } from "@/lib/platform/csv-stream";
import { db } from "@/lib/platform/db";
import { type JobRow, listJobs } from "./list-jobs";
import type { JobFilters } from "./schemas";

// The names of the API.
const COLUMNS: CsvColumns<JobRow & { fee: ExportedFee | null }> = [
  ["id", (row) => row.jobId],
  ["contentId", (row) => row.contentId],
  ["title", (row) => row.title],
  ["status", (row) => row.status],
  ["performerCount", (row) => row.performerCount],
  ["verifiedCount", (row) => row.verifiedCount],
  ["refusedCount", (row) => row.refusedCount],
  ["productionId", (row) => row.productionId],
  ["createdAt", (row) => row.createdAt.toISOString()],
  ["expiresAt", (row) => row.expiresAt.toISOString()],
  ["endedAt", (row) => row.endedAt?.toISOString() ?? null],
  ...FEE_COLUMNS,
];

/** Streams the partner's filtered jobs as CSV, newest first. */
export const exportJobs = (ctx: Ctx<PortalUserActor>, filters: JobFilters): Promise<ReadableStream<Uint8Array>> =>
  exportList(ctx, {
    action: "verification_job_list.exported",
    filters,
    columns: COLUMNS,
    readPage: (place) => listWithFees(ctx, { ...filters, ...place }),
  });

async function listWithFees(ctx: Ctx<PortalUserActor>, query: Parameters<typeof listJobs>[1]) {
  const page = await listJobs(ctx, query);
  const ids = page.rows.map(({ id }) => id);
  const fees = await feesOf(ctx.actor.partnerId, ids);
  return { ...page, rows: page.rows.map((row) => ({ ...row, fee: fees.get(row.id) ?? null })) };
}

async function feesOf(partnerId: string, jobIds: readonly string[]): Promise<Map<string, ExportedFee>> {
  const rows = await db.$queryRaw<(ExportedFee & { id: string })[]>`
    SELECT j.id, f.scene_fee_cents AS "sceneFeeCents", f.onboarding_fee_cents AS "onboardingFeeCents",
      f.billed_to::text AS "billedTo", f.payment_charge_id AS "paymentChargeId"
    FROM verification_jobs j JOIN scene_fees f ON f.scene_id = j.scene_id AND f.kind = 'verification'
    WHERE j.partner_id = ${partnerId} AND j.id = ANY (${jobIds}::text[])`;
  return new Map(rows.map(({ id, ...fee }) => [id, fee]));
}
