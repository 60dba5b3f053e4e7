import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { csvStream } from "@/lib/platform/csv-stream";
import { db, type Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { refusalInWords } from "./labels";
import { type ChangeDetail, ChangeState, type RefusedCreator } from "./schemas";

const LISTED = 50;
const REFUSED_SHOWN = 100;
const REPORT_BATCH = 1_000;

const STARTED_BY = { startedBy: { select: { name: true, email: true } } } as const;

/** The partner's last 50 changes, newest first. */
export async function listChanges({ actor: { partnerId } }: Ctx<PortalUserActor>): Promise<ChangeState[]> {
  const rows = await db.rosterChange.findMany({
    where: { partnerId },
    orderBy: { id: "desc" },
    take: LISTED,
    include: STARTED_BY,
  });
  return rows.map(stateOf);
}

/** The partner's running change; null if there is none. */
export async function findChangeUnderWay({ actor: { partnerId } }: Ctx<PortalUserActor>): Promise<ChangeState | null> {
  const row = await db.rosterChange.findFirst({ where: { partnerId, finishedAt: null }, include: STARTED_BY });
  return row && stateOf(row);
}

/** One of the partner's changes, with its first 100 refused creators. Throws `NotFound`. */
export async function getChange(ctx: Ctx<PortalUserActor>, changeId: string): Promise<ChangeDetail> {
  const { partnerId } = ctx.actor;
  const row = isId(changeId)
    ? await db.rosterChange.findFirst({ where: { id: changeId, partnerId }, include: STARTED_BY })
    : null;
  if (!row) throw new NotFound();
  return { state: stateOf(row), refused: await refusedAfter(changeId, "", REFUSED_SHOWN) };
}

/** All refused creators of a change as CSV, with the reason. Throws `NotFound`. */
export async function reportChange(ctx: Ctx<PortalUserActor>, changeId: string): Promise<ReadableStream<Uint8Array>> {
  await getChange(ctx, changeId);
  return csvStream<RefusedCreator>(
    [
      ["account_id", ({ accountId }) => accountId],
      ["external_user_id", ({ externalUserId }) => externalUserId],
      ["email", ({ email }) => email],
      ["code", ({ code }) => code],
      ["reason", ({ code }) => refusalInWords(code)],
    ],
    eachRefused(changeId),
    ctx.actor.partnerId,
  );
}

async function* eachRefused(changeId: string): AsyncGenerator<RefusedCreator[]> {
  for (let after = ""; ; ) {
    const batch = await refusedAfter(changeId, after, REPORT_BATCH);
    yield batch;
    const last = batch.at(-1);
    if (!last || batch.length < REPORT_BATCH) return;
    after = last.accountId;
  }
}

async function refusedAfter(changeId: string, after: string, take: number): Promise<RefusedCreator[]> {
  const rows = await db.rosterChangeItem.findMany({
    where: { changeId, code: { not: null }, accountId: { gt: after } },
    orderBy: { accountId: "asc" },
    take,
    select: { accountId: true, code: true, account: { select: { externalUserId: true, email: true } } },
  });
  return rows.map(({ accountId, code, account }) => ({ accountId, ...account, code: code ?? "" }));
}

type Row = Prisma.RosterChangeGetPayload<{ include: typeof STARTED_BY }>;

function stateOf({ startedBy, startedAt, finishedAt, stoppedFor, ...row }: Row): ChangeState {
  const { id, kind, total, changed, unchanged, refused } = row;
  return {
    id,
    kind,
    total,
    changed,
    unchanged,
    refused,
    by: startedBy.name ?? startedBy.email,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    stoppedFor: ChangeState.shape.stoppedFor.parse(stoppedFor),
  };
}
