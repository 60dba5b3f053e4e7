import type { Ctx, PortalUserActor, ProducerActor, StaffActor } from "@/lib/domain/core/context";
import { assertCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, Prisma, rows } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { type RuleName, ruleOf, rulesSeenBy, SUBJECTS } from "./labels";

const { sql } = Prisma;

/** Who sees readiness. */
export type Reader = Ctx<StaffActor | PortalUserActor | ProducerActor>;

/** How many records a rule applies to, and how many break it. */
export type RuleFigures = {
  rule: RuleName;
  checked: number;
  gaps: number;
  /** How many more or fewer gaps than in the first check of the last seven days; null if there is only one. */
  change: number | null;
};

export type Readiness = {
  /** When the last check ended; null before the first one. */
  checkedAt: Date | null;
  gaps: number;
  change: number | null;
  /** The day that changes are counted from; null if there is only one check. */
  since: Date | null;
  /** By rule, those with the most gaps first. Without rules that apply to nothing. */
  rules: RuleFigures[];
  /** The gaps of each day that was checked, of the last 30. */
  days: { day: Date; gaps: number }[];
  /** For custodians: the stored copies that were looked up in storage last, and how many weren't there. */
  copies: { day: Date; checked: number; lost: number } | null;
};

/** The rules that a reader sees. */
export const rulesOf = ({ actor }: Reader): RuleName[] =>
  rulesSeenBy(actor.kind === "staff" ? "custodian" : actor.kind === "producer" ? "producer" : "partner");

/** The records of a reader. */
export const ownOf = ({ actor }: Reader): Prisma.Sql => {
  if (actor.kind === "staff") return sql`true`;
  return actor.kind === "producer" ? sql`producer_id = ${actor.producerId}` : sql`partner_id = ${actor.partnerId}`;
};

/** Their figures: the whole service's have no owner. */
const figuresOf = (ctx: Reader): Prisma.Sql =>
  ctx.actor.kind === "staff" ? sql`partner_id = '' AND producer_id = ''` : ownOf(ctx);

const TREND_DAYS = 30;
const CHANGE_DAYS = 7;

/**
 * The figures of the last check that a reader may see, with their trend. Of whole checks only. A partner's and a producer's are of
 * their own records, and a partner's also of the productions that are linked to it. Throws `Forbidden`.
 */
export async function readReadiness(ctx: Reader): Promise<Readiness> {
  if (ctx.actor.kind === "staff") await assertCustodian(db, ctx as Ctx<StaffActor>);
  const since = new Date(clock.now().getTime() - TREND_DAYS * DAY_MS);
  const runs = await rows<{ day: string; finishedAt: Date }>(sql`
    SELECT day::text AS day, max(finished_at) AS finished_at FROM readiness_runs r WHERE r.day > ${since}::date
    GROUP BY r.day HAVING count(finished_at) = ${SUBJECTS.length} ORDER BY r.day`);
  const days = runs.map(({ day }) => day);
  const last = days.at(-1);
  if (last === undefined)
    return { checkedAt: null, gaps: 0, change: null, since: null, rules: [], days: [], copies: null };
  const found = await rows<{ day: string; rule: RuleName; checked: number; gaps: number }>(sql`
    SELECT day::text, rule, sum(checked)::int AS checked, sum(gaps)::int AS gaps FROM readiness_days
    WHERE day = ANY (${days}::date[]) AND rule = ANY (${rulesOf(ctx)}) AND ${figuresOf(ctx)} GROUP BY readiness_days.day, rule`);
  const weekAgo = new Date(new Date(last).getTime() - CHANGE_DAYS * DAY_MS).toISOString().slice(0, 10);
  const before = days.find((day) => day >= weekAgo && day < last);
  const gapsOn = (day: string, rule?: RuleName) =>
    found.filter((one) => one.day === day && (!rule || one.rule === rule)).reduce((sum, { gaps }) => sum + gaps, 0);
  const changeOf = (rule?: RuleName) => (before === undefined ? null : gapsOn(last, rule) - gapsOn(before, rule));
  const rules = found
    .filter(({ day }) => day === last)
    .map(({ rule, checked, gaps }) => ({ rule, checked, gaps, change: changeOf(rule) }))
    .toSorted((a, b) => b.gaps - a.gaps || ruleOf(a.rule).paragraph.localeCompare(ruleOf(b.rule).paragraph));
  return {
    checkedAt: runs.at(-1)?.finishedAt ?? null,
    gaps: gapsOn(last),
    change: changeOf(),
    since: before === undefined ? null : new Date(before),
    rules,
    days: days.map((day) => ({ day: new Date(day), gaps: gapsOn(day) })),
    copies:
      ctx.actor.kind === "staff"
        ? await db.copyCheck.findFirst({
            where: { finishedAt: { not: null } },
            orderBy: { day: "desc" },
            select: { day: true, checked: true, lost: true },
          })
        : null,
  };
}
