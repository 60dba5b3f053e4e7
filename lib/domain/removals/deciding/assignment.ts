import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assigneeOf, declareAssignment } from "@/lib/domain/custody/assignment";
import { conflictWith } from "@/lib/domain/custody/conflicts";
import { assertCustodian } from "@/lib/domain/parties/people";
import { db, Prisma, rows, type Tx } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import type { RemovalRequest } from "@/prisma/generated/client";

export { listColleagues } from "@/lib/domain/custody/assignment";

const { sql } = Prisma;

/**
 * Whether a request of the table `r` has something for this custodian. What they proposed, and what they rejected before an appeal, waits
 * for another one.
 */
const hasWork = (me: string) => sql`(r.closing_by_id IS DISTINCT FROM ${me} AND (
  EXISTS (SELECT FROM removal_items i WHERE i.request_id = r.id AND (i.status = 'suggested' OR (
    i.status = 'open' AND i.proposed_by_id IS DISTINCT FROM ${me}
    AND (i.proposed_by_id IS NOT NULL OR ${me} <> ALL (i.rejected_by_ids)))))
  OR ((r.closing_by_id IS NOT NULL OR ${me} <> ALL (r.closed_by_ids))
    AND NOT EXISTS (SELECT FROM removal_items i WHERE i.request_id = r.id AND i.status IN ('open', 'suggested')))))`;

const decidable = (me: string) => sql`(r.status = 'open' AND r.searched_at IS NOT NULL AND ${hasWork(me)}
  AND NOT ${conflictWith("request", sql`r.id`, me)})`;

const ACTIONS = { taken: "assigned", reassigned: "reassigned", released: "released" } as const;

const desk = declareAssignment({
  cases: sql`removal_requests r`,
  alias: "r",
  custodian: "custodian_id",
  noun: "request",
  isWaiting: sql`r.status = 'open'`,
  decidable,
  // A claimant who was asked may still answer.
  order: sql`r.asked_at IS NOT NULL, r.deadline_at, r.id`,
  note: (tx, ctx, { id, did, detail }) =>
    record(tx, {
      ctx,
      action: `removal_request.${ACTIONS[did]}`,
      subject: { kind: "removal_request", id },
      partnerId: null,
      detail,
    }),
});

/** Whether nobody works on a request of the table `r`, and whether this custodian does. */
export const { unassigned, assignedTo } = desk;
/** Take the next request, take some, and put all of one's own back, as `declareAssignment` says. */
export const { takeNext: takeNextRequest, takeBatch: takeRequests, releaseAll: releaseRequests } = desk;

type Held = Pick<RemovalRequest, "id" | "custodianId" | "assignedUntil">;
const caseOf = ({ id, custodianId, assignedUntil }: Held) => ({ id, assignedToId: custodianId, assignedUntil });

/** Who works on a request now; null if nobody does. */
export const custodianOf = (request: Held): string | null => assigneeOf(caseOf(request));

/** Throws `Conflict` `assigned_elsewhere` while another custodian works on a locked request. Every decision asks. */
export const assertNotElsewhere = (ctx: Ctx<StaffActor>, request: Held): void =>
  desk.assertNotElsewhere(ctx, caseOf(request));

/** Reassign a locked request to a colleague, as `declareAssignment` says. */
export const assign = (tx: Tx, ctx: Ctx<StaffActor>, request: Held, to: string): Promise<void> =>
  desk.assign(tx, ctx, caseOf(request), to);

/** Keeps a request with the custodian who works on it and looks at it now. */
export const keepAssigned = (tx: Tx, ctx: Ctx<StaffActor>, request: Held): Promise<void> =>
  desk.keepAssigned(tx, ctx, caseOf(request));

/** Takes a locked request that nobody works on. False if it was theirs. Throws `Conflict` `assigned_elsewhere`. */
export const take = (tx: Tx, ctx: Ctx<StaffActor>, request: Held): Promise<boolean> =>
  desk.takeThis(tx, ctx, caseOf(request));

/** Puts a locked request back once nothing in it is left for its custodian, so that the second one needn't wait. */
export async function putBackIfDone(tx: Tx, ctx: Ctx<StaffActor>, { id }: { id: string }): Promise<void> {
  const me = ctx.actor.userId;
  const count = await tx.$executeRaw`
    UPDATE removal_requests r SET custodian_id = NULL, assigned_until = NULL
    WHERE r.id = ${id} AND r.status = 'open' AND ${assignedTo(me)} AND NOT ${hasWork(me)}`;
  if (count === 0) return;
  const subject = { kind: "removal_request", id } as const;
  record(tx, { ctx, action: "removal_request.released", subject, partnerId: null });
}

/** Whether this custodian works on a request now. */
export async function isMine({ actor }: Ctx<StaffActor>, requestId: string): Promise<boolean> {
  const request = isId(requestId) ? await db.removalRequest.findUnique({ where: { id: requestId } }) : null;
  return request !== null && custodianOf(request) === actor.userId;
}

/**
 * The request that a custodian opens after an act: this one while it has something for them, and then the next. If this one was theirs
 * (`wasMine`), the next is, too; otherwise it is the first that nobody else works on. Null if none is left. Throws `Forbidden`.
 */
export async function openNext(
  ctx: Ctx<StaffActor>,
  { after, wasMine, stay = true }: { after: string; wasMine: boolean; stay?: boolean },
): Promise<string | null> {
  await assertCustodian(db, ctx);
  const me = ctx.actor.userId;
  const first = (which: Prisma.Sql) =>
    rows<{ id: string }>(sql`SELECT r.id FROM removal_requests r
      WHERE ${which} AND ${decidable(me)} AND (${unassigned()} OR ${assignedTo(me)})
      ORDER BY r.asked_at IS NOT NULL, r.deadline_at, r.id LIMIT 1`);
  if (stay && (await first(sql`r.id = ${after}`)).length > 0) return after;
  if (wasMine) return takeNextRequest(ctx, { after });
  return (await first(sql`r.id <> ${after}`))[0]?.id ?? null;
}
