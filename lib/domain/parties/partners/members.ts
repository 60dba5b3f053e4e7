import type { Ctx, PortalUserActor, Role } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { authorize } from "@/lib/domain/parties/people";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";

/**
 * Changes a team member's role. Throws `Forbidden` unless the actor is an owner, `NotFound` for a person who is not on the
 * team, `Conflict` `last_owner` for the only owner.
 */
export async function changeRole(
  ctx: Ctx<PortalUserActor>,
  { userId, role }: { userId: string; role: Role },
): Promise<{ changed: boolean }> {
  const { partnerId } = ctx.actor;
  return inTransaction(async (tx) => {
    await authorize(tx, ctx, { partnerId, to: "manage_team" });
    const member = await tx.partnerMember.findUnique({ where: { partnerId_userId: { partnerId, userId } } });
    if (!member) throw new NotFound("This person is no longer on the team.");
    if (member.role === role) return { changed: false };
    if (member.role === "owner") await needAnotherOwner(tx, { partnerId, userId });
    await tx.partnerMember.update({ where: { id: member.id }, data: { role } });
    const detail = { from: member.role, to: role };
    record(tx, { ctx, action: "partner_member.role_changed", subject: { kind: "user", id: userId }, detail });
    return { changed: true };
  });
}

/** Throws `Conflict` `last_owner` unless the team has another owner. The caller holds the partner's row. */
async function needAnotherOwner(tx: Tx, { partnerId, userId }: { partnerId: string; userId: string }): Promise<void> {
  const others = await tx.partnerMember.count({ where: { partnerId, role: "owner", userId: { not: userId } } });
  if (others === 0) {
    throw new Conflict("last_owner", "A team needs an owner. Make another person an owner first.");
  }
}

/**
 * Removes a person from the team: their next request to the portal is refused. Keys they created keep working. Owners
 * remove anyone; anyone may leave. Throws `Forbidden`, `NotFound`, `Conflict` `last_owner`.
 */
export async function removeMember(ctx: Ctx<PortalUserActor>, { userId }: { userId: string }): Promise<void> {
  const { partnerId } = ctx.actor;
  const leaves = userId === ctx.actor.userId;
  await inTransaction(async (tx) => {
    await authorize(tx, ctx, { partnerId, to: leaves ? "leave_team" : "manage_team" });
    const member = await tx.partnerMember.findUnique({ where: { partnerId_userId: { partnerId, userId } } });
    if (!member) throw new NotFound("This person is no longer on the team.");
    if (member.role === "owner") await needAnotherOwner(tx, { partnerId, userId });
    await tx.partnerMember.delete({ where: { id: member.id } });
    const action = leaves ? "partner_member.left" : "partner_member.removed";
    record(tx, { ctx, action, subject: { kind: "user", id: userId }, detail: { role: member.role } });
  });
}
