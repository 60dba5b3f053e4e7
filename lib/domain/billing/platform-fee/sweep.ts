import { z } from "zod";
import { enqueueFundedStatuses, findPartnersWithStaleStatuses } from "@/lib/domain/accounts";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { monthOf } from "../labels";
import { deactivated, type FeeLine, linesFor, monthsBack } from "./charges";
import { deriveFeeStatus, UNPAID } from "./fee-status";
import { enqueueInvoice, isOpenFee, type NewInvoice, readFees, writeFees } from "./invoice-fees";

const AT_ONCE = 500;

/**
 * Create the month's invoices, queue due payment attempts and lapse overdue fees. Also queue what a lost job left: creators
 * whose status does not match their platform's fee. Safe to run twice at once.
 */
export async function sweepPlatformFees(ctx: Ctx<SystemActor>): Promise<void> {
  await draftInvoices(ctx);
  const now = clock.now();
  const due = await db.platformInvoice.findMany({
    where: { nextTryAt: { lte: now } },
    orderBy: { nextTryAt: "asc" },
    take: AT_ONCE,
    select: { id: true },
  });
  for (const { id } of due) await inTransaction((tx) => enqueueInvoice(tx, id));
  const overdue = await db.platformInvoice.findMany({
    where: { ...UNPAID, dueAt: { lte: now }, partner: { platformFeeLapsedAt: null } },
    distinct: ["partnerId"],
    select: { partnerId: true },
  });
  for (const { partnerId } of overdue) await inTransaction((tx) => deriveFeeStatus(tx, ctx, partnerId));
  for (const partnerId of await findPartnersWithStaleStatuses())
    await inTransaction((tx) => enqueueFundedStatuses(tx, partnerId));
}

export const sweepPlatformFeesTask = defineTask("sweep_platform_fees", z.unknown(), (_, { requestId }) =>
  sweepPlatformFees({ actor: { kind: "system", name: "sweep_platform_fees" }, requestId }),
);

export const sweepPlatformFeesSchedule: Schedule = { task: sweepPlatformFeesTask, cron: "*/10 * * * *" };

/**
 * Write the current month's invoice for every partner that owes one. Returns how many. The hour it runs does not change
 * what is charged.
 */
export async function draftInvoices(ctx: Ctx<SystemActor>): Promise<number> {
  const month = monthOf(clock.now());
  const partners = await db.$queryRaw<{ id: string }[]>`
    SELECT p.id FROM partners p
    WHERE NOT EXISTS (SELECT 1 FROM platform_invoices i
                      WHERE i.partner_id = p.id AND i.month = (${month}::timestamptz AT TIME ZONE 'UTC')::date)
      AND (p.status = 'active' AND EXISTS (
             SELECT 1 FROM solo_accounts a
             WHERE a.partner_id = p.id AND a.funded_by = 'platform' AND a.status = 'active'
               AND coalesce(a.active_since, a.created_at) < ${month}::timestamptz)
           OR EXISTS (
             SELECT 1 FROM solo_accounts a JOIN served_days s ON s.account_id = a.id
             WHERE a.partner_id = p.id AND NOT ${deactivated}
               AND s.last_day >= (${monthOf(month, -monthsBack())}::timestamptz AT TIME ZONE 'UTC')::date)
           OR EXISTS (
             SELECT 1 FROM scene_fees s
             WHERE s.partner_id = p.id AND s.created_at < ${month}::timestamptz AND ${isOpenFee}))
    ORDER BY p.id`;
  let drafted = 0;
  for (const { id } of partners) {
    try {
      if (await draftInvoice(ctx, { partnerId: id, month })) drafted++;
    } catch (error) {
      // One failure must not block the others; the next run retries it.
      log.error({ err: error, partner: id }, "a platform invoice could not be written");
    }
  }
  return drafted;
}

/**
 * Write one partner's invoice for a month, with a line for each creator and the open fees of scenes created before it, and
 * queue its payment. Null if it exists or there is nothing to charge. Two calls at once write one.
 */
export function draftInvoice(
  ctx: Ctx<SystemActor>,
  { partnerId, month }: { partnerId: string; month: Date },
): Promise<string | null> {
  return inTransaction(async (tx) => {
    const lines = await linesFor(tx, { partnerId, month });
    const fees = await readFees(tx, { partnerId, before: month });
    if (lines.length + fees.length === 0) return null;
    const now = clock.now();
    const id = newId();
    const totalCents = [...lines, ...fees].reduce((sum, { cents }) => sum + cents, 0);
    const sceneCount = new Set(fees.map(({ sceneFeeId }) => sceneFeeId)).size;
    const counts = { lineCount: lines.length, sceneCount, totalCents };
    const invoice = { id, partnerId, month, ...counts, nextTryAt: now, createdAt: now };
    // Waits here for a concurrent call.
    const { count } = await tx.platformInvoice.createMany({ data: [invoice], skipDuplicates: true });
    if (count === 0) return null;
    await writeLines(tx, invoice, lines);
    await writeFees(tx, invoice, fees);
    record(tx, {
      ctx,
      action: "platform_invoice.drafted",
      subject: { kind: "platform_invoice", id },
      partnerId,
      detail: { month: month.toISOString().slice(0, 7), lines: lines.length, scenes: sceneCount, totalCents },
    });
    await enqueueInvoice(tx, id);
    return id;
  });
}

async function writeLines(tx: Tx, { id, partnerId }: NewInvoice, lines: readonly FeeLine[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO platform_invoice_lines (invoice_id, partner_id, account_id, external_user_id, starts, ends, days, cents)
    SELECT ${id}, ${partnerId}, l."accountId", l."externalUserId", l.starts, l.ends, l.days, l.cents
    FROM jsonb_to_recordset(${JSON.stringify(lines.map(written))}::jsonb)
      AS l ("accountId" text, "externalUserId" text, starts date, ends date, days integer, cents integer)`;
}

const written = ({ starts, ends, ...line }: FeeLine) => ({ ...line, starts: dayText(starts), ends: dayText(ends) });
const dayText = (day: Date): string => day.toISOString().slice(0, 10);
