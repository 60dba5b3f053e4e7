import { z } from "zod";
import { counted } from "@/lib/domain/acts";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { markMailed } from "@/lib/domain/custody/takedown-clocks";
import { whoMay } from "@/lib/domain/parties/people";
import { takeFreezeAlarms } from "@/lib/domain/productions";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { clock } from "@/lib/platform/clock";
import { minuteText } from "@/lib/platform/date-text";
import { db, inTransaction, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { defineMail } from "@/lib/platform/mail/template";
import { LAST_HOURS_MS, MAIL_CLOCKS, MATCH_MAIL_DUE_AT } from "../deadline";
import { recordOn } from "../deciding/locked-request";

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
      members: { where: whoMay("manage_records"), select: { user: { select: { email: true } } } },
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

/** Mails all custodians about content that was logged after a removal of it was confirmed. What comes together shares a mail. */
async function mailMatches(): Promise<void> {
  await inTransaction(async (tx) => {
    const now = clock.now();
    const matches = await tx.$executeRaw`
      UPDATE content_matches SET mailed_at = ${now} WHERE mailed_at IS NULL AND ${MATCH_MAIL_DUE_AT} <= ${now}`;
    if (matches === 0) return;
    const custodians = await tx.user.findMany({ where: { staffRole: "custodian" }, select: { email: true } });
    const props = { url: `${env().baseUrl}/custodian/removals`, count: matches };
    for (const { email } of custodians) await sendMail(tx, { to: email, template: removalMatchesMail, props });
  });
}

export const mailClocksTask = defineTask(MAIL_CLOCKS, z.unknown(), async (_, { requestId }) => {
  const ctx = { actor: { kind: "system", name: "mail_clocks" }, requestId } as const;
  await mailTakedowns(ctx);
  await mailCustodians(ctx);
  await mailFreezes(ctx);
  await mailMatches();
});

export const mailClocksSchedule: Schedule = { task: mailClocksTask, cron: "*/10 * * * *" };

/** When a mail about a clock is due: as it starts, halfway to its deadline, and six hours before it. */
export const CLOCK_STAGES = ["opening", "half_time", "last_hours"] as const;
export type ClockStage = (typeof CLOCK_STAGES)[number];

// The first of the deadlines, and whether it has passed.
const due = z.object({
  url: z.url(),
  stage: z.enum(CLOCK_STAGES),
  count: z.number(),
  deadlineAt: z.iso.datetime(),
  isLate: z.boolean(),
});

const SOON: Record<ClockStage, string> = {
  opening: "",
  half_time: "Half the time is left: ",
  last_hours: "6 hours or less left: ",
};

/** Tells a partner's team what it must take down. Nothing about the claimant. `isRehearsal`: nothing really. */
export const takedownClockMail = defineMail(
  "takedown_clock",
  due.extend({ partnerName: z.string(), isRehearsal: z.boolean().default(false) }),
  ({ partnerName, url, stage, count, deadlineAt, isLate, isRehearsal }) => {
    const what = counted(count, "takedown");
    const by = minuteText(new Date(deadlineAt));
    const rehearsed = isRehearsal ? "Rehearsal: " : "";
    return {
      subject: isLate
        ? `${rehearsed}${partnerName}: ${what} past the deadline`
        : `${rehearsed}${SOON[stage]}${what} of ${partnerName}, due ${by}`,
      preview: isLate ? `The deadline was ${by}.` : `Take it down by ${by}.`,
      heading: isLate ? "A takedown deadline has passed" : `${what} due ${by}`,
      body: (
        <>
          {isRehearsal ? (
            <p>
              <strong>This is a rehearsal.</strong> Nothing real must come down. Handle it like a real takedown, so that
              its time counts.
            </p>
          ) : null}
          <p>
            {count === 1 ? "A removal request asks" : "Removal requests ask"} <strong>{partnerName}</strong> to take
            down {counted(count, "record")}. {count === 1 ? "The deadline" : "The first deadline"}{" "}
            {isLate ? "was" : "is"} <strong>{by}</strong>.
          </p>
          <p>The page shows what must come down and on which legal basis. Take it down, then mark it as taken down.</p>
        </>
      ),
      action: { label: count === 1 ? "Open the takedown" : "Open the takedowns", url },
      why: `You get this because you are an owner or an admin of ${partnerName} on ${SERVICE_NAME}.`,
      stop: "We email you when a takedown opens, halfway to its deadline and 6 hours before it, until it is marked as taken down.",
    };
  },
);

/** Tells custodians which removal requests they must decide soon. Nothing of the requests. */
export const removalsDueMail = defineMail("removals_due", due, ({ url, stage, count, deadlineAt, isLate }) => {
  const what = counted(count, "removal request");
  const by = minuteText(new Date(deadlineAt));
  return {
    subject: isLate
      ? `${what} past the deadline`
      : `${stage === "last_hours" ? SOON[stage] : "Still open: "}${what}, due ${by}`,
    preview: isLate ? `The deadline was ${by}.` : `Decide by ${by}.`,
    heading: isLate ? "A deadline has passed" : `${what} due ${by}`,
    body: (
      <p>
        {count === 1 ? "It is" : "They are"} still open. {count === 1 ? "The deadline" : "The first deadline"}{" "}
        {isLate ? "was" : "is"} <strong>{by}</strong>.
      </p>
    ),
    action: { label: "Open the queue", url },
    why: `You get this because you are a custodian of ${SERVICE_NAME}.`,
    stop: "We email you halfway to a request’s deadline and 6 hours before it, until it is decided.",
  };
});

/** Tells custodians which productions a request freezes unless they decide. Nothing of the requests. */
export const removalFreezesMail = defineMail(
  "removal_freezes",
  z.object({ url: z.url(), count: z.number(), freezesAt: z.iso.datetime() }),
  ({ url, count, freezesAt }) => {
    const what = counted(count, "production");
    const at = minuteText(new Date(freezesAt));
    return {
      subject: `Decide by ${at}: removal of ${what}`,
      preview: "Without a decision, a production is frozen then.",
      heading: `Decide by ${at}`,
      body: (
        <p>
          We received a request to remove {what}. The claimant isn’t among the performers. Without a decision by{" "}
          <strong>{at}</strong>, {count === 1 ? "it is frozen" : "the first is frozen"}: its status is “Takedown
          pending”, and its records can’t be sealed. If the request is serious, freeze it now.
        </p>
      ),
      action: { label: count === 1 ? "Open the request" : "Open the queue", url },
      why: `You get this because you are a custodian of ${SERVICE_NAME}.`,
      stop: "We email you when a request will freeze a production, at most every 10 minutes.",
    };
  },
);

/** Tells custodians that content came back. Nothing of the requests. */
export const removalMatchesMail = defineMail(
  "removal_matches",
  z.object({ url: z.url(), count: z.number() }),
  ({ url, count }) => {
    const what = counted(count, "upload");
    return {
      subject: `${what} ${count === 1 ? "matches" : "match"} a confirmed removal`,
      preview: "It was removed once, and a platform has it again.",
      heading: "Removed content is back",
      body: (
        <p>
          {what} {count === 1 ? "matches" : "match"} content of which you confirmed a removal. The same file or address
          is a record of its request now, and a picture that looks the same is suggested there.
        </p>
      ),
      action: { label: "Open the queue", url },
      why: `You get this because you are a custodian of ${SERVICE_NAME}.`,
      stop: "We email you when removed content comes back, at most every 10 minutes.",
    };
  },
);
