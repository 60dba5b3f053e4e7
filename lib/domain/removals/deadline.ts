import { allForYear } from "@18f/us-federal-holidays";
import { clock } from "@/lib/platform/clock";
import { Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { enqueue } from "@/lib/platform/jobs";
import type { RemovalFoundBy, RemovalRequest } from "@/prisma/generated/client";
import { type LegalBasis, needsTwo } from "./labels";

const BUSINESS_DAYS = 7;
/** How long before a deadline its last hours start. */
export const LAST_HOURS_MS = 6 * HOUR_MS;
const HOURS: Readonly<Partial<Record<LegalBasis, number>>> = { NCII_TAKE_IT_DOWN: 48, NCII_STATE: 72 };

const inNewYork = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", timeZoneName: "longOffset" });

/**
 * When a removal request that was filed at a time must be decided, and its records taken down: after 48 or 72 exact hours, or at the end of the
 * seventh business day after the day of filing, in New York. Contract: Takedown deadlines.
 */
export function deadlineOf(basis: LegalBasis, requestedAt: Date): Date {
  const hours = HOURS[basis];
  if (hours !== undefined) return new Date(requestedAt.getTime() + hours * HOUR_MS);
  let day = dayOf(requestedAt);
  for (let left = BUSINESS_DAYS; left > 0; ) {
    day += DAY_MS;
    if (isBusinessDay(new Date(day))) left--;
  }
  return endOf(day);
}

/** What the time to take a record down counts from. */
export type Asked = { legalBasis: LegalBasis; requestedAt: Date; appealedAt: Date | null };
type Found = { foundBy: RemovalFoundBy; addedAt: Date };

/** What wasn't named or described at the filing is found by these. */
const FOUND_LATER: ReadonlySet<RemovalFoundBy> = new Set(["url", "sha256", "copy", "similar"]);

/**
 * From when a partner's time to take a record down counts, and its deadline: from when the claimant asked for it, or from when it was
 * found later. From now, if that time is over. Contract: Takedown deadlines.
 */
export function takedownTime(
  { legalBasis, requestedAt, appealedAt }: Asked,
  { foundBy, addedAt }: Found,
): { requestedAt: Date; deadlineAt: Date } {
  const asked = appealedAt ?? requestedAt;
  const from = FOUND_LATER.has(foundBy) && addedAt > asked ? addedAt : asked;
  return timeFrom(legalBasis, from, clock.now());
}

/** The same for what is asked for at a time and confirmed at another. */
function timeFrom(basis: LegalBasis, from: Date, confirmedAt: Date): { requestedAt: Date; deadlineAt: Date } {
  const deadlineAt = deadlineOf(basis, from);
  return deadlineAt > confirmedAt
    ? { requestedAt: from, deadlineAt }
    : { requestedAt: confirmedAt, deadlineAt: deadlineOf(basis, confirmedAt) };
}

/** Until when partners must take down what a request named, if it is confirmed at a time. */
export const takedownBy = ({ legalBasis, requestedAt, appealedAt }: Asked, confirmedAt: Date): Date =>
  timeFrom(legalBasis, appealedAt ?? requestedAt, confirmedAt).deadlineAt;

/** Whether a day, as its midnight in UTC, is from Monday to Friday and no federal holiday, as observed. */
function isBusinessDay(day: Date): boolean {
  const weekday = day.getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidaysOf(day.getUTCFullYear()).has(nameOf(day));
}

const nameOf = (day: Date): string => day.toISOString().slice(0, 10);

const years = new Map<number, ReadonlyMap<string, string>>();

/** The holidays that are observed in a year, by day. */
function holidaysOf(year: number): ReadonlyMap<string, string> {
  const known = years.get(year);
  if (known) return known;
  // New Year's Day of the next year may be observed on December 31.
  const holidays = [...allForYear(year), ...allForYear(year + 1)].map((one) => [one.dateString, one.name] as const);
  const found = new Map(holidays.filter(([day]) => day.startsWith(String(year))));
  years.set(year, found);
  return found;
}

/** One day of a year: its observed holiday, and when a request that is filed on it is due by business days. */
export type CalendarDay = { day: string; weekday: string; isBusinessDay: boolean; holiday: string | null; due: Date };

const weekday = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone: "UTC" });

/** The days of a year with the deadlines that `deadlineOf` gives them. */
export function calendarOf(year: number): CalendarDay[] {
  const days: CalendarDay[] = [];
  for (let at = Date.UTC(year); at < Date.UTC(year + 1); at += DAY_MS) {
    const day = nameOf(new Date(at));
    days.push({
      day,
      weekday: weekday.format(at),
      isBusinessDay: isBusinessDay(new Date(at)),
      holiday: holidaysOf(year).get(day) ?? null,
      // Midday there is on the same day in UTC.
      due: deadlineOf("OTHER", new Date(at + 17 * HOUR_MS)),
    });
  }
  return days;
}

/** The day in New York at a time, as milliseconds of its midnight in UTC. */
function dayOf(at: Date): number {
  const local = at.getTime() + offsetAt(at);
  return local - (local % DAY_MS);
}

/** The last millisecond of a day in New York. */
function endOf(day: number): Date {
  const next = day + DAY_MS;
  // Between midnight and 1 AM there, whichever offset applies. Clocks change at 2 AM.
  return new Date(next - offsetAt(new Date(next + 5 * HOUR_MS)) - 1);
}

/** What to add to a time to get New York's. */
function offsetAt(at: Date): number {
  const zone = inNewYork.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours] = /^GMT([+-])(\d{2}):00$/.exec(zone) ?? [];
  if (!hours) throw new Error(`New York's time zone has an unknown offset: ${zone}`);
  return (sign === "-" ? -1 : 1) * Number(hours) * HOUR_MS;
}

/** How long custodians have to decide before a request of somebody else than a performer freezes a production. */
export const FREEZES_AFTER_MS = 4 * HOUR_MS;

export const FREEZE = "freeze_production";
export const MAIL_CLOCKS = "mail_clocks";

type Named = { productionId: string; foundBy: RemovalFoundBy };
type Asking = { request: Pick<RemovalRequest, "email" | "legalBasis">; attached: ReadonlySet<string> };

/**
 * When each of these productions freezes for a request: at once if it is about intimate images, if the claimant's proven address is
 * among the performers, or if a custodian attached it (`attached`). Otherwise after hours, because any mailbox can name any URL.
 * Contract: Removal requests.
 */
export async function freezeTimes(
  tx: Tx,
  { request, attached }: Asking,
  items: readonly Named[],
): Promise<(item: Named) => Date> {
  const performing = await tx.productionPerformer.findMany({
    where: { email: request.email, productionId: { in: items.map(({ productionId }) => productionId) } },
    select: { productionId: true },
  });
  const own = new Set(performing.map(({ productionId }) => productionId));
  const [now, later] = [clock.now(), new Date(clock.now().getTime() + FREEZES_AFTER_MS)];
  return ({ productionId, foundBy }) =>
    needsTwo(request.legalBasis) || own.has(productionId) || attached.has(productionId) || foundBy === "custodian"
      ? now
      : later;
}

type OfRequest = { productionId: string; removalRequestId: string };

/** Freezes a production when its time comes, and tells custodians now. */
export async function freezeLater(tx: Tx, of: OfRequest, freezesAt: Date): Promise<void> {
  const jobKey = `${FREEZE}:${of.removalRequestId}:${of.productionId}`;
  await enqueue(tx, FREEZE, of, { runAt: freezesAt, jobKey });
  await enqueue(tx, MAIL_CLOCKS, {}, { jobKey: `${MAIL_CLOCKS}:freezes` });
}

/** When custodians are mailed next about content that came back: at once, but ten minutes after the mail before. */
export const MATCH_MAIL_DUE_AT: Prisma.Sql = Prisma.sql`greatest(
  (SELECT min(matched_at) FROM content_matches WHERE mailed_at IS NULL), (SELECT max(mailed_at) FROM content_matches) + interval '10 minutes')`;

/** Mails custodians about content that came back, once that is due. */
export async function mailMatchesWhenDue(tx: Tx): Promise<void> {
  const [next] = await rowsIn<{ dueAt: Date | null }>(tx)`SELECT ${MATCH_MAIL_DUE_AT} AS due_at`;
  await enqueue(tx, MAIL_CLOCKS, {}, { runAt: next?.dueAt ?? clock.now(), jobKey: `${MAIL_CLOCKS}:matches` });
}
