import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { type CsvColumns, csvStream } from "@/lib/platform/csv-stream";
import { db, inTransaction } from "@/lib/platform/db";
import { listScenes, type SceneRow } from "./list-scenes";
import type { SceneFilters } from "./schemas";

const ROWS_MOST = 1_000_000;
const BATCH = 1_000;

type Fee = { sceneFeeCents: number; onboardingFeeCents: number; billedTo: string; paymentChargeId: string | null };
type ExportedRow = SceneRow & { fee: Fee | null };

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
  ["sceneFeeCents", ({ fee }) => fee?.sceneFeeCents ?? null],
  ["onboardingFeeCents", ({ fee }) => fee?.onboardingFeeCents ?? null],
  ["billedTo", ({ fee }) => fee?.billedTo ?? null],
  ["paymentChargeId", ({ fee }) => fee?.paymentChargeId ?? null],
];

/**
 * Streams the partner's filtered scenes as CSV, newest first: what the partner sent and what the API answers. The ledger
 * records who exported before the first row is sent.
 */
export async function exportScenes(
  ctx: Ctx<PortalUserActor>,
  filters: SceneFilters,
): Promise<ReadableStream<Uint8Array>> {
  const subject = { kind: "partner", id: ctx.actor.partnerId } as const;
  // The search text may be an email address, which must not stay in the ledger. Record only that there was one.
  const { q, ...plain } = filters;
  const detail = { ...plain, ...(q && { q: true }) };
  await inTransaction(async (tx) => {
    record(tx, { ctx, action: "scene_list.exported", subject, detail });
  });
  return csvStream(COLUMNS, eachScene(ctx, filters));
}

async function* eachScene(ctx: Ctx<PortalUserActor>, filters: SceneFilters): AsyncGenerator<ExportedRow[]> {
  const { partnerId } = ctx.actor;
  let cursor: string | undefined;
  for (let sent = 0; sent < ROWS_MOST; ) {
    const page = await listScenes(ctx, { ...filters, cursor, limit: Math.min(BATCH, ROWS_MOST - sent) });
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

async function feesOf(partnerId: string, sceneIds: readonly string[]): Promise<Map<string, Fee>> {
  const rows = await db.$queryRaw<(Fee & { sceneId: string })[]>`
    SELECT scene_id AS "sceneId", scene_fee_cents AS "sceneFeeCents", onboarding_fee_cents AS "onboardingFeeCents",
      billed_to::text AS "billedTo", payment_charge_id AS "paymentChargeId"
    FROM scene_fees WHERE partner_id = ${partnerId} AND kind = 'scene' AND scene_id = ANY(${sceneIds}::text[])`;
  return new Map(rows.map(({ sceneId, ...fee }) => [sceneId, fee]));
}
