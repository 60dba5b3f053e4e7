import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { allBases, countFigures } from "./figures";
import { firstDayOf, type Month, monthAfter, monthAt, monthOfDay } from "./months";

/**
 * Writes the monthly reports of each month that has ended since the last ones: the service's, and each partner's. The first is of the
 * month of the first request. Reports never change. Contract: Monthly report.
 */
export const freezeReportsTask = defineTask(
  "freeze_removal_reports",
  z.object({}),
  async (_, { requestId, signal }) => {
    const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "removals" }, requestId };
    const current = monthAt(clock.now());
    for (let month = await nextMonth(); month && month < current; month = monthAfter(month)) {
      signal?.throwIfAborted();
      await inTransaction((tx) => freezeMonth(tx, ctx, month));
    }
  },
);

/** Hourly, because months end at midnight in New York, and a run may be missed. */
export const freezeReportsSchedule: Schedule = { task: freezeReportsTask, cron: "10 * * * *" };

async function nextMonth(): Promise<Month | null> {
  const last = await db.removalReport.findFirst({ where: { partnerId: null }, orderBy: { month: "desc" } });
  if (last) return monthAfter(monthOfDay(last.month));
  const first = await db.removalRequest.findFirst({ orderBy: { requestedAt: "asc" }, select: { requestedAt: true } });
  return first && monthAt(first.requestedAt);
}

async function freezeMonth(tx: Tx, ctx: Ctx<SystemActor>, month: Month): Promise<void> {
  const madeAt = clock.now();
  const report = { month: firstDayOf(month), madeAt };
  const figures = await countFigures(tx, { month, now: madeAt });
  const service = { id: newId(), ...report, partnerId: null, rows: allBases(figures.get(null)) };
  const { count } = await tx.removalReport.createMany({ data: [service], skipDuplicates: true });
  // Another worker was first.
  if (count === 0) return;
  const partners = await tx.partner.findMany({ select: { id: true } });
  await tx.removalReport.createMany({
    data: partners.map((partner) => ({
      id: newId(),
      ...report,
      partnerId: partner.id,
      rows: allBases(figures.get(partner.id)),
    })),
  });
  const subject = { kind: "removal_report", id: month } as const;
  record(tx, { ctx, action: "removal_report.frozen", subject, partnerId: null, detail: { month } });
}
