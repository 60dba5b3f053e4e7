import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { exportList } from "@/lib/domain/core/list-export";
import type { CsvColumns } from "@/lib/platform/csv-stream";
import { db } from "@/lib/platform/db";
import { listScenes, type SceneRow } from "./list-scenes";
import type { SceneFilters } from "./schemas";

/** What an exported scene or job costs. */
export type ExportedFee = {
  sceneFeeCents: number;
  onboardingFeeCents: number;
  billedTo: string;
  paymentChargeId: string | null;
};
type WithFee = { fee: ExportedFee | null };
type ExportedRow = SceneRow & WithFee;

/** The columns of the fee, with the names of the API. */
export const FEE_COLUMNS: CsvColumns<WithFee> = [
  ["sceneFeeCents", ({ fee }) => fee?.sceneFeeCents ?? null],
  ["onboardingFeeCents", ({ fee }) => fee?.onboardingFeeCents ?? null],
  ["billedTo", ({ fee }) => fee?.billedTo ?? null],
  ["paymentChargeId", ({ fee }) => fee?.paymentChargeId ?? null],
];

const at = (status: SceneRow["status"]) => (row: ExportedRow) =>
  row.status === status ? (row.endedAt?.toISOString() ?? null) : null;

// The names of the API.
const COLUMNS: CsvColumns<ExportedRow> = [
  ["sceneId", (row) => row.id],
  ["title", (row) => row.title],
  ["uploaderAccountId", (row) => row.uploader.accountId],
  ["uploaderExternalUserId", (row) => row.uploader.externalUserId],
  ["status", (row) => row.status],
  ["performerCount", (row) => row.performerCount],
  ["consentedCount", (row) => row.consentedCount],
  ["refusedCount", (row) => row.refusedCount],
  ["createdAt", (row) => row.createdAt.toISOString()],
  ["expiresAt", (row) => row.expiresAt.toISOString()],
  ["greenlitAt", at("greenlit")],
  ["blockedAt", at("blocked")],
  ["cancelledAt", at("cancelled")],
  ...FEE_COLUMNS,
];

/** Streams the partner's filtered scenes as CSV, newest first: what the partner sent and what the API answers. */
export const exportScenes = (ctx: Ctx<PortalUserActor>, filters: SceneFilters): Promise<ReadableStream<Uint8Array>> =>
  exportList(ctx, {
    action: "scene_list.exported",
    filters,
    columns: COLUMNS,
    readPage: (place) => listWithFees(ctx, { ...filters, ...place }),
  });

async function listWithFees(ctx: Ctx<PortalUserActor>, query: Parameters<typeof listScenes>[1]) {
  const page = await listScenes(ctx, query);
  const ids = page.rows.map(({ id }) => id);
  const fees = await feesOf(ctx.actor.partnerId, ids);
  return { ...page, rows: page.rows.map((row) => ({ ...row, fee: fees.get(row.id) ?? null })) };
}

async function feesOf(partnerId: string, sceneIds: readonly string[]): Promise<Map<string, ExportedFee>> {
  const rows = await db.$queryRaw<(ExportedFee & { sceneId: string })[]>`
    SELECT scene_id AS "sceneId", scene_fee_cents AS "sceneFeeCents", onboarding_fee_cents AS "onboardingFeeCents",
      billed_to::text AS "billedTo", payment_charge_id AS "paymentChargeId"
    FROM scene_fees WHERE partner_id = ${partnerId} AND kind = 'scene' AND scene_id = ANY(${sceneIds}::text[])`;
  return new Map(rows.map(({ sceneId, ...fee }) => [sceneId, fee]));
}
