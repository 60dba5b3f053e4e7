import type { Ctx, StaffActor, SystemActor } from "@/lib/domain/core/context";
import { db, inTransaction } from "@/lib/platform/db";
import { Forbidden, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { emailAddress } from "@/lib/platform/wire";
import { confirmItem } from "./confirm-item";
import { recordOn } from "./locked-request";
import { rejectItem } from "./reject-item";

type Ordered = {
  itemId: string;
  decision: "confirm" | "reject";
  /** The address of the custodian who decides. */
  custodian: string;
  reason: string;
};

/**
 * Decides on an item at the console, for a custodian who can't open their pages. The ledger records the operator, then the decision as
 * the custodian's, under the same rules. Contract: Removal requests. Throws as `confirmItem` and `rejectItem` do, and `ZodError` for
 * an invalid address.
 */
export async function decideByOperator(
  ctx: Ctx<SystemActor>,
  { itemId, decision, custodian, reason }: Ordered,
): Promise<{ outcome: "confirmed" | "already_removed" | "rejected" | "proposed" }> {
  const email = emailAddress.parse(custodian);
  const found = await db.user.findFirst({ where: { email, staffRole: "custodian" }, select: { id: true } });
  if (!found) throw new Forbidden(`${email} is no custodian.`);
  const item = isId(itemId)
    ? await db.removalItem.findUnique({ where: { id: itemId }, select: { requestId: true } })
    : null;
  if (!item) throw new NotFound();
  await inTransaction(async (tx) => {
    const detail = { itemId, decision, custodianId: found.id };
    recordOn(tx, ctx, item.requestId, { action: "removal_request.ordered_at_console", detail });
  });
  const by: Ctx<StaffActor> = { actor: { kind: "staff", userId: found.id }, requestId: ctx.requestId };
  return decision === "confirm" ? confirmItem(by, { itemId, reason }) : rejectItem(by, { itemId, reason });
}
