import { z } from "zod";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { whoInWords } from "@/lib/domain/core/ledger";
import { countForTeam, emitRehearsed, findEvents, listReceivers } from "@/lib/domain/events";
import { assertMay, authorize, whoMay } from "@/lib/domain/parties/people";
import { takedownRequestedEvent } from "@/lib/domain/productions";
import { deadlineOf, LAST_HOURS_MS, takedownClockMail } from "@/lib/domain/removals";
import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { sendMail } from "@/lib/platform/mail/send-mail";
import type { DeadlineRehearsal } from "@/prisma/generated/client";
import { DEADLINES, type DeadlineName, type DeadlineStatus } from "./labels";

// A takedown that no claimant asked for. It writes no ledger entry, because the ledger is the transparency log: its row says who did what.

const STAGES = ["opening", "half_time", "last_hours"] as const;
type Stage = (typeof STAGES)[number];

/**
 * Starts a rehearsal of a deadline: the team is mailed, and one endpoint gets the event of a production's takedown, or only the feed. One
 * runs at a time. Throws `Forbidden`, `Conflict` `endpoint_paused`, `too_many_rehearsals`, `InvalidField` `endpointId`, `TooOften`.
 */
export async function startDeadlineRehearsal(
  ctx: Ctx<PortalUserActor>,
  { deadline, endpointId }: { deadline: DeadlineName; endpointId: string | null },
): Promise<{ rehearsalId: string }> {
  const { partnerId, userId } = ctx.actor;
  await inTransaction((tx) => assertMay(tx, ctx, { partnerId, to: "manage_records" }));
  const receiver = (await listReceivers(ctx)).find(({ id, status }) => id === endpointId && status !== "deleted");
  if (endpointId !== null && !receiver) throw new InvalidField("endpointId", "Choose one of your endpoints.");
  if (receiver?.status === "paused") throw new Conflict("endpoint_paused", "The endpoint is paused. Resume it first.");
  await countForTeam("rehearse", partnerId);
  return inTransaction(async (tx) => {
    // Locks the partner, so that two starts at once are one.
    await authorize(tx, ctx, { partnerId, to: "manage_records" });
    if ((await tx.deadlineRehearsal.count({ where: { partnerId, endedAt: null } })) > 0) {
      throw new Conflict("too_many_rehearsals", "A deadline rehearsal runs already. End it first.");
    }
    const { basis: legalBasis, hours } = DEADLINES[deadline];
    const [id, startedAt] = [newId(), clock.now()];
    const deadlineAt = hours ? new Date(startedAt.getTime() + hours * HOUR_MS) : deadlineOf(legalBasis, startedAt);
    const filed = {
      ...{ productionId: newId(), removalRequestId: newId(), legalBasis, performerEmailHash: sha256Hex(id) },
      ...{ requestedAt: startedAt, removalDeadline: deadlineAt },
    };
    const events = await emitRehearsed(tx, [takedownRequestedEvent(filed, partnerId)], { endpointId });
    const started = { id, partnerId, legalBasis, startedAt, startedById: userId, deadlineAt, endpointId, events };
    await tx.deadlineRehearsal.create({ data: started });
    for (const [stage, runAt] of stagesOf({ startedAt, deadlineAt }))
      await enqueue(tx, mailDeadlineRehearsalTask.name, { rehearsalId: id, partnerId, stage }, { runAt });
    return { rehearsalId: id };
  });
}

/** When the team is mailed, as about real takedowns. A short deadline has no last hours of its own. */
function stagesOf({ startedAt, deadlineAt }: Pick<DeadlineRehearsal, "startedAt" | "deadlineAt">): [Stage, Date][] {
  const half = new Date((startedAt.getTime() + deadlineAt.getTime()) / 2);
  const last = new Date(deadlineAt.getTime() - LAST_HOURS_MS);
  return [["opening", startedAt], ["half_time", half], ...(last > half ? [["last_hours", last] as [Stage, Date]] : [])];
}

export const mailDeadlineRehearsalTask = defineTask(
  "mail_deadline_rehearsal",
  z.object({ rehearsalId: z.string(), partnerId: z.string(), stage: z.enum(STAGES) }),
  ({ rehearsalId: id, partnerId, stage }) =>
    inTransaction(async (tx) => {
      const row = await tx.deadlineRehearsal.findUnique({ where: { id_partnerId: { id, partnerId } } });
      if (!row || row.endedAt) return;
      const { name, members } = await tx.partner.findUniqueOrThrow({
        where: { id: partnerId },
        select: {
          name: true,
          members: { where: whoMay("manage_records"), select: { user: { select: { email: true } } } },
        },
      });
      const props = {
        ...{ partnerName: name, stage, count: 1, deadlineAt: row.deadlineAt.toISOString(), isRehearsal: true },
        ...{ url: `${env().baseUrl}/portal/takedowns/rehearsals/${id}`, isLate: row.deadlineAt < clock.now() },
      };
      for (const { user } of members) await sendMail(tx, { to: user.email, template: takedownClockMail, props });
    }),
);

type End = { rehearsalId: string; isCanceled?: boolean };

/**
 * Ends a rehearsal: a member of the team took down what it asked for, or canceled it. Its time is measured once; a repeat returns the
 * first. Throws `Forbidden`, `NotFound`.
 */
export async function endDeadlineRehearsal(
  ctx: Ctx<PortalUserActor>,
  { rehearsalId: id, isCanceled = false }: End,
): Promise<{ endedAt: Date }> {
  const { partnerId, userId } = ctx.actor;
  return inTransaction(async (tx) => {
    await assertMay(tx, ctx, { partnerId, to: "manage_records" });
    if (!isId(id)) throw new NotFound();
    const ended = { endedAt: clock.now(), endedById: userId, isCanceled };
    await tx.deadlineRehearsal.updateMany({ where: { id, partnerId, endedAt: null }, data: ended });
    const row = await tx.deadlineRehearsal.findUnique({ where: { id_partnerId: { id, partnerId } } });
    if (!row?.endedAt) throw new NotFound();
    return { endedAt: row.endedAt };
  });
}

/** How many rehearsals the list shows. */
const SHOWN = 100;

/** The partner's deadline rehearsals with their measured times, newest first. */
export async function listDeadlineRehearsals({ actor: { partnerId } }: Ctx<PortalUserActor>) {
  const rows = await db.deadlineRehearsal.findMany({ where: { partnerId }, orderBy: { id: "desc" }, take: SHOWN });
  return named(partnerId, rows);
}

export type ListedDeadlineRehearsal = Awaited<ReturnType<typeof listDeadlineRehearsals>>[number];

/** The one that runs; null for none. */
export const findRunningRehearsal = ({ actor: { partnerId } }: Ctx<PortalUserActor>) =>
  db.deadlineRehearsal.findFirst({ where: { partnerId, endedAt: null }, select: { id: true, deadlineAt: true } });

/** One of the partner's deadline rehearsals, with what it sent. Throws `NotFound`. */
export async function viewDeadlineRehearsal(ctx: Ctx<PortalUserActor>, rehearsalId: string) {
  const { partnerId } = ctx.actor;
  const row = isId(rehearsalId)
    ? await db.deadlineRehearsal.findUnique({ where: { id_partnerId: { id: rehearsalId, partnerId } } })
    : null;
  if (!row) throw new NotFound();
  const [shown] = await named(partnerId, [row]);
  if (!shown) throw new NotFound();
  return { ...shown, sent: await findEvents(ctx, row.events) };
}

export type ShownDeadlineRehearsal = Awaited<ReturnType<typeof viewDeadlineRehearsal>>;

async function named(partnerId: string, rows: readonly DeadlineRehearsal[]) {
  const member = (id: string) => ({ kind: "portal_user" as const, id });
  const ids = rows.flatMap(({ startedById, endedById }) => [startedById, ...(endedById ? [endedById] : [])]);
  const who = await whoInWords(partnerId, ids.map(member));
  const now = clock.now();
  return rows.map(({ startedById, endedById, events: _, ...row }) => ({
    ...row,
    status: statusOf(row, now),
    /** Whether the team has less time than the law gives. */
    isDrill: row.deadlineAt < deadlineOf(row.legalBasis, row.startedAt),
    startedBy: who(member(startedById)),
    endedBy: endedById ? who(member(endedById)) : null,
    /** How long the team took, in milliseconds; null while it runs, or if it was canceled. */
    tookMs: row.endedAt && !row.isCanceled ? row.endedAt.getTime() - row.startedAt.getTime() : null,
  }));
}

type Clock = Pick<DeadlineRehearsal, "deadlineAt" | "endedAt" | "isCanceled">;

function statusOf({ deadlineAt, endedAt, isCanceled }: Clock, now: Date): DeadlineStatus {
  if (isCanceled) return "canceled";
  if ((endedAt ?? now) > deadlineAt) return "late";
  return endedAt ? "in_time" : "running";
}
