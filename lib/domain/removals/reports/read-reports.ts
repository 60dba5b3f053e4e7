import type { Ctx, PortalUserActor, StaffActor } from "@/lib/domain/core/context";
import { assertCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { allBases, countFigures, Figures, type FiguresOf } from "./figures";
import { firstDayOf, isMonth, type Month, monthAfter, monthAt, monthOfDay } from "./months";

/** A month's figures, for each legal basis after the total. */
export type Report = {
  month: Month;
  /** When it was frozen; null while the month isn't over. */
  frozenAt: Date | null;
  figures: Figures[];
  /** Its neighbors, if there are any. */
  older: Month | null;
  newer: Month | null;
};

export type PartnerFigures = { partnerId: string; name: string; figures: Figures[] };

/**
 * The service's report of a month, by default the current one so far, with the takedowns of the partners that had any. Contract:
 * Monthly report. Throws `Forbidden`.
 */
export async function readServiceReport(
  ctx: Ctx<StaffActor>,
  asked?: string,
): Promise<Report & { partners: PartnerFigures[] }> {
  await assertCustodian(db, ctx);
  const month = monthOf(asked);
  const live = await countIfOpen(month);
  const [report, partners] = await Promise.all([readReport(null, month, live), readPartners(month, live)]);
  return { ...report, partners };
}

/** The service's figures on all legal bases in the latest months, the current one first. The caller has checked who asks. */
export async function readServiceFigures(months: number): Promise<({ month: Month } & Figures)[]> {
  const read: ({ month: Month } & Figures)[] = [];
  const day = firstDayOf(monthAt(clock.now()));
  for (let n = 0; n < months; n++) {
    const month = monthOfDay(day);
    const { figures } = await readReport(null, month, await countIfOpen(month));
    for (const total of figures.filter(({ basis }) => basis === null)) read.push({ month, ...total });
    day.setUTCMonth(day.getUTCMonth() - 1);
  }
  return read;
}

/** A partner's figures on all legal bases in the months of some days, at most the latest `most`. The caller has checked who asks. */
export async function readPartnerFigures(
  partnerId: string,
  { from, until, most }: { from: Date; until: Date; most: number },
): Promise<({ month: Month; isFinal: boolean } & Figures)[]> {
  const months: Month[] = [];
  const last = [monthAt(until), monthAt(clock.now())].toSorted()[0] ?? "";
  for (let month = monthAt(from); month <= last; month = monthAfter(month)) months.push(month);
  const read: ({ month: Month; isFinal: boolean } & Figures)[] = [];
  for (const month of months.slice(-most)) {
    const live = await countIfOpen(month, partnerId);
    const { figures } = await readReport(partnerId, month, live);
    for (const total of figures.filter(({ basis }) => basis === null)) read.push({ month, isFinal: !live, ...total });
  }
  return read;
}

/** The partner's report of a month, by default the current one so far. Contract: Monthly report. */
export async function readPartnerReport({ actor }: Ctx<PortalUserActor>, asked?: string): Promise<Report> {
  const month = monthOf(asked);
  return readReport(actor.partnerId, month, await countIfOpen(month, actor.partnerId));
}

/** How many months the times go back. */
const MONTHS = 12;

/** How long takedowns took in a month, on one legal basis or on all. */
export type Times = { month: Month; isFinal: boolean } & Pick<
  Figures,
  "basis" | "done" | "medianHours" | "longestHours" | "breached"
>;

/** The partner's times to take down in the last twelve months, the current one first, by legal basis. Months without any are missing. */
export async function readPartnerTimes({ actor: { partnerId } }: Ctx<PortalUserActor>): Promise<Times[]> {
  const first = firstDayOf(monthAt(clock.now()));
  const days = Array.from({ length: MONTHS }, (_, n) => {
    const day = new Date(first);
    day.setUTCMonth(day.getUTCMonth() - n);
    return day;
  });
  const kept = await db.removalReport.findMany({ where: { partnerId, month: { in: days } } });
  const times: Times[] = [];
  for (const [n, day] of days.entries()) {
    const month = monthOfDay(day);
    const frozen = kept.find((one) => one.month.getTime() === day.getTime());
    // A month is frozen within an hour after its end.
    const live = frozen || n > 1 ? null : await countIfOpen(month, partnerId);
    const figures = frozen ? Figures.array().parse(frozen.rows) : (live?.get(partnerId) ?? []);
    for (const { basis, done, medianHours, longestHours, breached } of figures) {
      if (done > 0) times.push({ month, isFinal: !live, basis, done, medianHours, longestHours, breached });
    }
  }
  return times;
}

/** The month that is asked for, if it isn't in the future; otherwise the current one. */
export function monthOf(asked: string | undefined): Month {
  const current = monthAt(clock.now());
  return asked && isMonth(asked) && asked < current ? asked : current;
}

/** The figures so far of a month that isn't frozen, of everyone or one partner; null for one that is. */
async function countIfOpen(month: Month, partnerId: string | null = null): Promise<FiguresOf | null> {
  const frozen = await db.removalReport.count({ where: { month: firstDayOf(month), partnerId: null } });
  return frozen > 0 ? null : countFigures(db, { month, now: clock.now(), partnerId });
}

async function readReport(partnerId: string | null, month: Month, live: FiguresOf | null): Promise<Report> {
  const [kept, before] = await Promise.all([
    db.removalReport.findFirst({ where: { partnerId, month: firstDayOf(month) } }),
    db.removalReport.findFirst({
      where: { partnerId, month: { lt: firstDayOf(month) } },
      orderBy: { month: "desc" },
      select: { month: true },
    }),
  ]);
  return {
    month,
    frozenAt: kept?.madeAt ?? null,
    figures: kept ? Figures.array().parse(kept.rows) : allBases(live?.get(partnerId)),
    older: before && monthOfDay(before.month),
    newer: month < monthAt(clock.now()) ? monthAfter(month) : null,
  };
}

async function readPartners(month: Month, live: FiguresOf | null): Promise<PartnerFigures[]> {
  if (live) {
    const ids = [...live.keys()].flatMap((id) => id ?? []);
    const named = await db.partner.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
    return sorted(named.map(({ id, name }) => ({ partnerId: id, name, figures: live.get(id) ?? allBases() })));
  }
  const kept = await db.removalReport.findMany({
    where: { month: firstDayOf(month), partnerId: { not: null } },
    select: { rows: true, partner: { select: { id: true, name: true } } },
  });
  return sorted(
    kept.flatMap(({ rows, partner }) =>
      partner ? { partnerId: partner.id, name: partner.name, figures: Figures.array().parse(rows) } : [],
    ),
  );
}

/** Those with any takedown, the ones with breached deadlines first. */
function sorted(partners: readonly PartnerFigures[]): PartnerFigures[] {
  const some = partners.filter(
    ({ figures: [total] }) => total && total.received + total.done + total.dropped + total.open > 0,
  );
  const breached = ({ figures: [total] }: PartnerFigures) => total?.breached ?? 0;
  return some.toSorted((a, b) => breached(b) - breached(a) || a.name.localeCompare(b.name, "en"));
}
