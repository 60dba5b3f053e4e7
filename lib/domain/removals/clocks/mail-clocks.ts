import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { markMailed } from "@/lib/domain/custody/takedown-clocks";
import { takeFreezeAlarms } from "@/lib/domain/productions";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { LAST_HOURS_MS } from "../deadline";
import { recordOn } from "../deciding/locked-request";
import { MAIL_CLOCKS } from "../freezing";
import { type ClockStage, removalFreezesMail, removalsDueMail, takedownClockMail } from "./mails";

const AT_ONCE = 500;

/** The stage whose mail is due for an open clock that started at `from`; null for none. The latest, if several are. */
const stageAt = (now: Date, from: Prisma.Sql): Prisma.Sql => Prisma.sql`CASE
  WHEN last_hours_mailed_at IS NULL AND deadline_at <= ${new Date(now.getTime() + LAST_HOURS_MS)}::timestamptz THEN 'last_hours'
  WHEN half_time_mailed_at IS NULL AND ${now}::timestamptz - ${from} >= deadline_at - ${now}::timestamptz THEN 'half_time' END`;

/** Marks the mail of a stage as sent, and with it those of earlier stages. */
const markAs = (stage: ClockStage, now: Date): Prisma.Sql => Prisma.sql`
  last_hours_mailed_at = CASE WHEN ${stage} = 'last_hours' THEN ${now}::timestamptz ELSE last_hours_mailed_at END,
  half_time_mailed_at = CASE WHEN ${stage} <> 'opening' THEN coalesce(half_time_mailed_at, ${now}::timestamptz)
    ELSE half_time_mailed_at END`;

/** A takedown's stage: `stageAt`, or that it opened. */
const takedownStage = (now: Date): Prisma.Sql => Prisma.sql`coalesce(${stageAt(now, Prisma.sql`opened_at`)},
  CASE WHEN opening_mailed_at IS NULL THEN 'opening' END)`;

/**
 * Mails the owners and admins of each partner about its open takedowns: when they open, at half time and six hours before the
 * deadline, once each. Takedowns that are due together share a mail. Safe to run late or twice.
 */
export async function mailTakedowns(ctx: Ctx<SystemActor>): Promise<void> {
  const now = clock.now();
  const due = await rowsIn<Due>(db)`
    SELECT DISTINCT partner_id, stage
    FROM (SELECT partner_id, ${takedownStage(now)} AS stage FROM takedowns WHERE closed_at IS NULL) AS open
    WHERE stage IS NOT NULL LIMIT ${AT_ONCE}`;
  for (const one of due) {
    // One failure must not hold up the others; the next run retries it.
    await inTransaction((tx) => mailPartner(tx, ctx, { ...one, now })).catch((err: unknown) =>
      log.error({ err, partner: one.partnerId }, "a partner could not be mailed about its takedowns"),
    );
  }
}

type Due = { partnerId: string; stage: ClockStage };
type Started = { id: string; deadlineAt: Date };

async function mailPartner(tx: Tx, ctx: Ctx<SystemActor>, { partnerId, stage, now }: Due & { now: Date }) {
  const takedowns = await markMailed(tx, {
    partnerId,
    due: Prisma.sql`${takedownStage(now)} = ${stage}`,
    marks: Prisma.sql`${markAs(stage, now)}, opening_mailed_at = coalesce(opening_mailed_at, ${now}::timestamptz)`,
  });
  const first = firstOf(takedowns);
  if (!first) return;
  const { name, members } = await tx.partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: {
      name: true,
      members: { where: { role: { in: ["owner", "admin"] } }, select: { user: { select: { email: true } } } },
    },
  });
  const about = aboutOf(takedowns, first, { stage, now });
  const list = `${env().baseUrl}/portal/takedowns`;
  const url = takedowns.length > 1 ? breachedIf(about.isLate, list) : `${list}/${first.id}`;
  const props = { partnerName: name, url, ...about };
  for (const { user } of members) await sendMail(tx, { to: user.email, template: takedownClockMail, props });
  const detail = { stage, takedowns: takedowns.map(({ id }) => id) };
  record(tx, { ctx, action: "takedown.mailed", subject: { kind: "partner", id: partnerId }, partnerId, detail });
}

const requestStage = (now: Date): Prisma.Sql => stageAt(now, Prisma.sql`coalesce(reopened_at, requested_at)`);

/**
 * Mails all custodians about removal requests that are open at half time and six hours before their deadline, once each. A
 * change of a request's deadline clears its marks. Safe to run late or twice.
 */
export async function mailCustodians(ctx: Ctx<SystemActor>): Promise<void> {
  const now = clock.now();
  for (const stage of ["last_hours", "half_time"] as const) {
    await inTransaction(async (tx) => {
      const requests = await rowsIn<Started>(tx)`
        UPDATE removal_requests SET ${markAs(stage, now)} WHERE status = 'open' AND ${requestStage(now)} = ${stage}
        RETURNING id, deadline_at`;
      const first = firstOf(requests);
      if (!first) return;
      const custodians = await tx.user.findMany({ where: { staffRole: "custodian" }, select: { email: true } });
      const about = aboutOf(requests, first, { stage, now });
      const props = { url: breachedIf(about.isLate, `${env().baseUrl}/custodian/removals`), ...about };
      for (const { email } of custodians) await sendMail(tx, { to: email, template: removalsDueMail, props });
      for (const { id } of requests)
        recordOn(tx, ctx, id, { action: "removal_request.custodians_mailed", detail: { stage } });
    });
  }
}

/** A list, filtered to breached clocks if one of a mail's has passed. */
const breachedIf = (isLate: boolean, list: string): string => (isLate ? `${list}?view=breached` : list);

const firstOf = (started: readonly Started[]): Started | undefined =>
  started.toSorted((a, b) => a.deadlineAt.getTime() - b.deadlineAt.getTime())[0];

const aboutOf = (
  all: readonly Started[],
  { deadlineAt }: Started,
  { stage, now }: { stage: ClockStage; now: Date },
) => ({
  stage,
  count: all.length,
  deadlineAt: deadlineAt.toISOString(),
  isLate: deadlineAt < now,
});

/** How often custodians are mailed about productions that freeze, however many mailboxes ask. */
const ALARMS_EVERY_MS = 10 * MINUTE_MS;

/** Mails all custodians about productions that freeze unless they decide. Those that come soon after another share a later mail. */
export async function mailFreezes(ctx: Ctx<SystemActor>): Promise<void> {
  await inTransaction(async (tx) => {
    const freezing = await takeFreezeAlarms(tx, ALARMS_EVERY_MS);
    const [first] = freezing.toSorted((a, b) => a.freezesAt.getTime() - b.freezesAt.getTime());
    if (!first) return;
    const requests = [...new Set(freezing.map(({ removalRequestId }) => removalRequestId))];
    const list = `${env().baseUrl}/custodian/removals`;
    const url = requests.length === 1 ? `${list}/${first.removalRequestId}` : list;
    const props = { url, count: freezing.length, freezesAt: first.freezesAt.toISOString() };
    const custodians = await tx.user.findMany({ where: { staffRole: "custodian" }, select: { email: true } });
    for (const { email } of custodians) await sendMail(tx, { to: email, template: removalFreezesMail, props });
    for (const id of requests)
      recordOn(tx, ctx, id, { action: "removal_request.custodians_mailed", detail: { stage: "freezes" } });
  });
}

export const mailClocksTask = defineTask(MAIL_CLOCKS, z.unknown(), async (_, { requestId }) => {
  const ctx = { actor: { kind: "system", name: "mail_clocks" }, requestId } as const;
  await mailTakedowns(ctx);
  await mailCustodians(ctx);
  await mailFreezes(ctx);
});

export const mailClocksSchedule: Schedule = { task: mailClocksTask, cron: "*/10 * * * *" };
