import { z } from "zod";
import { withReadableFacts } from "@/lib/domain/identity/id-facts";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { addJob, defineTask, type Schedule } from "@/lib/platform/jobs";
import { type Condition, conditionsOf, type IdFacts, type Judged, KINDS, outcomes } from "./conditions";
import { type RuleName, SUBJECTS, type Subject } from "./labels";

const { sql, join } = Prisma;

/**
 * Checks every record against the rules, once a day: opens and closes gaps, and counts them. A transaction checks a batch, and keeps
 * how far it came: a run that was cut off goes on there, and two at once take turns. A record that is changed behind that place waits
 * for the next night.
 */
export const checkReadinessTask = defineTask("check_readiness", z.object({}), (_, { signal }) => checkAll(signal), {
  slot: "long",
});

async function checkAll(signal?: AbortSignal): Promise<void> {
  const day = today();
  for (const about of SUBJECTS) {
    while (await inTransaction((tx) => checkBatch(tx, { day, about }))) signal?.throwIfAborted();
  }
  while ((await inTransaction(forgetClosed)) > 0) signal?.throwIfAborted();
  await inTransaction(forgetDays);
}

const today = () => new Date(clock.now().toISOString().slice(0, 10));

/** The same at once, also if today's check is done: that one is replaced. Returns how many gaps are open. */
export async function checkReadinessNow(): Promise<{ gaps: number }> {
  await inTransaction(async (tx) => {
    // First what a running check locks.
    await tx.readinessRun.deleteMany({ where: { day: today() } });
    await tx.readinessDay.deleteMany({ where: { day: today() } });
  });
  await checkAll();
  return { gaps: await db.readinessGap.count({ where: { closedAt: null } }) };
}

/** Queues the first check, once there are records, so that their figures don't wait for the night. */
export async function queueFirstCheck(): Promise<void> {
  await db.$executeRaw`
    SELECT ${addJob(checkReadinessTask.name, {}, { jobKey: "first_check_readiness" })}
    WHERE NOT EXISTS (SELECT FROM readiness_runs) AND (EXISTS (SELECT FROM depictions)
      OR EXISTS (SELECT FROM collab_scenes) OR EXISTS (SELECT FROM productions))`;
}

/** After the night's erasures. */
export const checkReadinessSchedule: Schedule = { task: checkReadinessTask, cron: "40 3 * * *" };

type Run = { day: Date; about: Subject };
type Gap = { rule: RuleName; id: string; partnerId: string | null; producerId: string | null };

/** Checks the next records of a run. False at its end. */
async function checkBatch(tx: Tx, { day, about }: Run): Promise<boolean> {
  const now = clock.now();
  await tx.readinessRun.createMany({ data: [{ day, about, reachedId: "", startedAt: now }], skipDuplicates: true });
  const [run] = await rowsIn<{ reachedId: string; finishedAt: Date | null }>(tx)`
    SELECT reached_id, finished_at FROM readiness_runs WHERE day = ${day}::date AND about = ${about}::readiness_subject FOR UPDATE`;
  if (!run || run.finishedAt) return false;
  const { batch, rows } = KINDS[about];
  const [{ last, size } = { last: null, size: 0 }] = await rowsIn<{ last: string | null; size: number }>(tx)`
    SELECT max(id) AS last, count(*)::int AS size FROM (
      SELECT id FROM (${rows}) AS every WHERE id > ${run.reachedId} ORDER BY id LIMIT ${batch}) AS page`;
  const isEnd = size < batch;
  const page = { about, after: run.reachedId, last: last ?? run.reachedId, isEnd };
  const gaps = await checkPage(tx, page, { day, now });
  const opened = gaps.map((gap) => ({ ...gap, gapId: newId() }));
  await tx.$executeRaw`
    INSERT INTO readiness_gaps (id, rule, about, subject_id, partner_id, producer_id, found_at)
    SELECT "gapId", rule, ${about}::readiness_subject, id, "partnerId", "producerId", ${now}
    FROM json_to_recordset(${JSON.stringify(opened)}::json)
      AS g("gapId" text, rule text, id text, "partnerId" text, "producerId" text)
    ON CONFLICT DO NOTHING`;
  await tx.readinessRun.update({
    where: { day_about: { day, about } },
    data: { ...(last && { reachedId: last }), finishedAt: isEnd ? now : null },
  });
  return !isEnd;
}

/** The records after one id, up to another. Also at the end: where gaps of erased records are closed too. */
type Page = { about: Subject; after: string; last: string; isEnd: boolean };

const rowsOf = ({ about, after, last }: Page) => sql`${KINDS[about].rows} WHERE id > ${after} AND id <= ${last}`;

/** Closes the gaps of a page that are no more, counts it, and returns those that are new. */
async function checkPage(tx: Tx, page: Page, { day, now }: { day: Date; now: Date }): Promise<Gap[]> {
  const { about, after, last, isEnd } = page;
  const rules = conditionsOf(about);
  const judged = await judge(tx, page, rules);
  const { joins } = KINDS[about];
  const [found] = await rowsIn<{ gaps: Gap[] }>(tx)`
    WITH page AS MATERIALIZED (${rowsOf(page)}),
    outcome AS MATERIALIZED (
      SELECT rule.name AS rule, r.id, r.partner_id, r.producer_id, rule.broken
      FROM page r ${joins} CROSS JOIN LATERAL (VALUES ${outcomes(rules, judged)}) AS rule(name, broken)
      WHERE rule.broken IS NOT NULL),
    open AS MATERIALIZED (
      SELECT id, rule, subject_id FROM readiness_gaps WHERE about = ${about}::readiness_subject AND closed_at IS NULL
        AND subject_id > ${after} ${isEnd ? Prisma.empty : sql`AND subject_id <= ${last}`}),
    closed AS (
      UPDATE readiness_gaps g SET closed_at = ${now} WHERE g.id IN (
        SELECT o.id FROM open o LEFT JOIN outcome b ON b.id = o.subject_id AND b.rule = o.rule AND b.broken WHERE b.id IS NULL)),
    counted AS (
      INSERT INTO readiness_days AS d (day, rule, partner_id, producer_id, checked, gaps)
      SELECT ${day}::date, rule, coalesce(partner_id, ''), coalesce(producer_id, ''), count(*), count(*) FILTER (WHERE broken)
      FROM outcome GROUP BY GROUPING SETS ((rule, partner_id, producer_id), (rule))
      ${about === "production" ? ofLinked(day) : Prisma.empty} ORDER BY 2, 3, 4
      ON CONFLICT (day, rule, partner_id, producer_id)
      DO UPDATE SET checked = d.checked + excluded.checked, gaps = d.gaps + excluded.gaps)
    SELECT coalesce(json_agg(json_build_object('rule', rule, 'id', id, 'partnerId', partner_id, 'producerId', producer_id)
      ORDER BY id, rule), '[]') AS gaps
    FROM outcome b WHERE broken AND NOT EXISTS (SELECT FROM open o WHERE o.subject_id = b.id AND o.rule = b.rule)`;
  return found?.gaps ?? [];
}

/** The figures of partners that are linked to productions of others, which nobody else counts. */
const ofLinked = (day: Date) => sql`
  UNION ALL SELECT ${day}::date, o.rule, l.partner_id, '', count(*), count(*) FILTER (WHERE o.broken)
  FROM outcome o JOIN production_partners l ON l.production_id = o.id AND l.partner_id IS DISTINCT FROM o.partner_id
  GROUP BY o.rule, l.partner_id`;

type Person = { id: string; userId: string; day: Date };

/** Asks the rules about sealed facts of the people of a page. */
async function judge(
  tx: Tx,
  page: Page,
  rules: readonly [RuleName, Condition][],
): Promise<ReadonlyMap<RuleName, Judged>> {
  const judges = rules.flatMap(([name, one]) => ("judge" in one ? [{ name, judge: one.judge }] : []));
  if (judges.length === 0) return new Map();
  const people = await rowsIn<Person>(tx)`WITH page AS MATERIALIZED (${rowsOf(page)}) ${KINDS[page.about].people}`;
  const idsOf = await openIds(
    tx,
    people.map(({ userId }) => userId),
  );
  return new Map(
    judges.map(({ name, judge }) => {
      const outcomes = people.map(({ id, userId, day }) => ({ id, broken: judge(idsOf(userId), day) }));
      const applies = outcomes.flatMap(({ id, broken }) => (broken === null ? [] : [id]));
      return [name, { applies, broken: outcomes.flatMap(({ id, broken }) => (broken ? [id] : [])) }];
    }),
  );
}

type Verified = { id: string; userId: string; decidedAt: Date; facts: Uint8Array | null };

/** The verified IDs of people. */
async function openIds(tx: Tx, userIds: readonly string[]): Promise<(userId: string) => IdFacts[]> {
  const unique = [...new Set(userIds)];
  if (unique.length === 0) return () => [];
  const checks = await rowsIn<Verified>(tx)`
    SELECT id, user_id, decided_at, facts FROM identity_checks WHERE user_id IN (${join(unique)}) AND status = 'approved'`;
  const byUser = Map.groupBy(await withReadableFacts(tx, checks), ({ userId }) => userId);
  return (userId) => byUser.get(userId) ?? [];
}

const KEPT_DAYS = 90;
const FORGOTTEN_AT_ONCE = 5_000;
const keptSince = () => new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);

/** Forgets what was closed 90 days ago. */
const forgetClosed = (tx: Tx): Promise<number> => tx.$executeRaw`
  DELETE FROM readiness_gaps WHERE id IN (
    SELECT id FROM readiness_gaps WHERE closed_at < ${keptSince()} ORDER BY closed_at LIMIT ${FORGOTTEN_AT_ONCE})`;

/** Forgets the figures of earlier days. */
async function forgetDays(tx: Tx): Promise<void> {
  await tx.readinessDay.deleteMany({ where: { day: { lt: keptSince() } } });
  await tx.readinessRun.deleteMany({ where: { day: { lt: keptSince() } } });
}
