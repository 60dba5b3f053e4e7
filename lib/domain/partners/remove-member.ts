import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { authorize } from "@/lib/domain/people";
import { inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { needAnotherOwner } from "./change-role";

/**
 * Takes a person out of the team: their next request to the portal is refused. Keys they made go on working. Owners
 * remove anybody; everybody may leave. Throws `Forbidden`, `NotFound`, `Conflict` `last_owner`.
 */
export async function removeMember(ctx: Ctx<PortalUserActor>, { userId }: { userId: string }): Promise<void> {
  const { partnerId } = ctx.actor;
  const leaves = userId === ctx.actor.userId;
  await inTransaction(async (tx) => {
    await authorize(tx, ctx, { partnerId, to: leaves ? "leave_team" : "manage_team" });
    const member = await tx.partnerMember.findUnique({ where: { partnerId_userId: { partnerId, userId } } });
    if (!member) throw new NotFound("This person is not in the team any more.");
    if (member.role === "owner") await needAnotherOwner(tx, { partnerId, userId });
    await tx.partnerMember.delete({ where: { id: member.id } });
    const action = leaves ? "partner_member.left" : "partner_member.removed";
    record(tx, { ctx, action, subject: { kind: "user", id: userId }, detail: { role: member.role } });
  });
}
