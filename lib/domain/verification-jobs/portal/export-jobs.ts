import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { type CsvColumns, csvStream } from "@/lib/platform/csv-stream";
import { db, inTransaction } from "@/lib/platform/db";
import { type JobRow, listJobs } from "./list-jobs";
import type { JobFilters } from "./schemas";

const ROWS_MOST = 1_000_000;
const BATCH = 1_000;

type Fee = { sceneFeeCents: number; onboardingFeeCents: number; billedTo: string; paymentChargeId: string | null };
type ExportedRow = JobRow & { fee: Fee | null };

// The names of the API.
const COLUMNS: CsvColumns<ExportedRow> = [
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
  ["sceneFeeCents", ({ fee }) => fee?.sceneFeeCents ?? null],
  ["onboardingFeeCents", ({ fee }) => fee?.onboardingFeeCents ?? null],
  ["billedTo", ({ fee }) => fee?.billedTo ?? null],
  ["paymentChargeId", ({ fee }) => fee?.paymentChargeId ?? null],
];

/** Streams the partner's filtered jobs as CSV, newest first. The ledger records who exported before the first row is sent. */
export async function exportJobs(ctx: Ctx<PortalUserActor>, filters: JobFilters): Promise<ReadableStream<Uint8Array>> {
  const subject = { kind: "partner", id: ctx.actor.partnerId } as const;
  // The search text may be an email address, which must not stay in the ledger. Record only that there was one.
  const { q, ...plain } = filters;
  const detail = { ...plain, ...(q && { q: true }) };
  await inTransaction(async (tx) => {
    record(tx, { ctx, action: "verification_job_list.exported", subject, detail });
  });
  return csvStream(COLUMNS, eachJob(ctx, filters));
}

async function* eachJob(ctx: Ctx<PortalUserActor>, filters: JobFilters): AsyncGenerator<ExportedRow[]> {
  const { partnerId } = ctx.actor;
  let cursor: string | undefined;
  for (let sent = 0; sent < ROWS_MOST; ) {
    const page = await listJobs(ctx, { ...filters, cursor, limit: Math.min(BATCH, ROWS_MOST - sent) });
    const fees = await feesOf(
      partnerId,
      page.rows.map(({ id }) => id),
    );
    yield page.rows.map((row) => ({ ...row, fee: fees.get(row.id) ?? null }));
    sent += page.rows.length;
    if (page.older === null) return;
    cursor = page.older;
  }
}

async function feesOf(partnerId: string, jobIds: readonly string[]): Promise<Map<string, Fee>> {
  const rows = await db.$queryRaw<(Fee & { id: string })[]>`
    SELECT j.id, f.scene_fee_cents AS "sceneFeeCents", f.onboarding_fee_cents AS "onboardingFeeCents",
      f.billed_to::text AS "billedTo", f.payment_charge_id AS "paymentChargeId"
    FROM verification_jobs j JOIN scene_fees f ON f.scene_id = j.scene_id AND f.kind = 'verification'
    WHERE j.partner_id = ${partnerId} AND j.id = ANY (${jobIds}::text[])`;
  return new Map(rows.map(({ id, ...fee }) => [id, fee]));
}
