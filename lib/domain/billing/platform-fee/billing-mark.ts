import { findCard } from "@/lib/domain/billing/customers";
import type { BillingMark } from "@/lib/domain/billing/schemas";
import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { listPlatformInvoices } from "./list-invoices";
import { monthOf } from "./months";
import { UNPAID } from "./settle-fee";

// Behind this many other lines a change of a creator's status is not looked for.
const LINES = 1_000;

/**
 * What the billing page is drawn from, as one word: another one when there is something else to draw. It is asked for every
 * few seconds, so the coming invoice is not summed for it: what it rests on is who is active, and that changes with a line in
 * the ledger.
 */
export async function readBillingMark(ctx: Ctx<PortalUserActor>): Promise<BillingMark> {
  const { partnerId } = ctx.actor;
  const drawnFrom = await Promise.all([
    db.partner.findUniqueOrThrow({
      where: { id: partnerId },
      select: { plan: true, status: true, countedSince: true, platformFeeLapsedAt: true },
    }),
    db.platformInvoice.findMany({ where: { partnerId, ...UNPAID }, orderBy: { id: "asc" } }),
    listPlatformInvoices(ctx, {}),
    findCard({ partnerId }),
    lastStatusChange(partnerId),
  ]);
  return { mark: sha256Hex(JSON.stringify([monthOf(clock.now()), ...drawnFrom])).slice(0, 16) };
}

async function lastStatusChange(partnerId: string): Promise<string | null> {
  // The condition is that of the index `ledger_entries_partner_changes`.
  const [last] = await db.$queryRaw<{ seq: string }[]>`
    SELECT seq::text FROM (
      SELECT seq, action FROM ledger_entries
      WHERE partner_id = ${partnerId}
        AND action NOT IN ('depiction.logged', 'depiction.copy_stored', 'depiction.viewed', 'depiction.erased')
      ORDER BY seq DESC LIMIT ${LINES}
    ) AS newest WHERE action = 'solo_account.status_changed' ORDER BY seq DESC LIMIT 1`;
  return last?.seq ?? null;
}
