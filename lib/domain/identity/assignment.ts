import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { type Assigned, declareAssignment } from "@/lib/domain/custody/assignment";
import { Prisma, type Tx } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import { passKnownCase } from "./known-cases";
import type { LockedCheck } from "./lock-check";
import { asksNothing, decidable } from "./waiting";

export { assigneeOf, listColleagues } from "@/lib/domain/custody/assignment";

const { sql } = Prisma;

const desk = declareAssignment({
  cases: sql`identity_checks k`,
  alias: "k",
  custodian: "assigned_to_id",
  noun: "check",
  isWaiting: sql`(k.status = 'submitted' OR k.planted_for_id IS NOT NULL)`,
  decidable,
  isNextFor: asksNothing,
  order: sql`k.submitted_at, k.id`,
  note: (tx, ctx, { id, did, detail }) =>
    record(tx, { ctx, action: `identity_check.${did}`, subject: { kind: "identity_check", id }, detail }),
});

/** Who works on which waiting check. */
export const { unassigned, assignedTo, takeNext, takeBatch, releaseAll, putBack, returnTo, keepAssigned } = desk;

/** `desk.assertNotElsewhere`, where a known case is its reviewer's. */
export function assertNotElsewhere(ctx: Ctx<StaffActor>, check: Assigned & Pick<LockedCheck, "plantedForId">): void {
  if (check.plantedForId === null) desk.assertNotElsewhere(ctx, check);
  else if (check.plantedForId !== ctx.actor.userId)
    throw new Conflict("assigned_elsewhere", "Another custodian is working on this check.");
}

/** `desk.assign`, which passes a known case on. */
export async function assign(tx: Tx, ctx: Ctx<StaffActor>, check: LockedCheck, to: string): Promise<void> {
  assertNotElsewhere(ctx, check);
  await passKnownCase(tx, ctx, check, to);
  await desk.assign(tx, ctx, check, to);
}
