import type { Ctx, PersonActor, Role } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockPartner } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { openAt } from "./invitation-state";

/**
 * Joins the team that a person was invited to. The invitation must be for the address they are signed in with, so a
 * forwarded mail lets nobody else in. Throws `NotFound` for another's invitation, `Conflict` `invitation_closed` when it
 * was accepted, withdrawn or has expired.
 */
export async function acceptInvitation(
  ctx: Ctx<PersonActor>,
  { invitationId }: { invitationId: string },
): Promise<{ partnerId: string; role: Role }> {
  const { userId } = ctx.actor;
  return inTransaction(async (tx) => {
    const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
    const invitation = await tx.partnerInvitation.findFirst({ where: { id: invitationId, email } });
    if (!invitation) throw new NotFound("This invitation is for another address.");
    const { partnerId, role } = invitation;
    await lockPartner(tx, partnerId);
    const now = clock.now();
    const { count } = await tx.partnerInvitation.updateMany({
      where: { id: invitationId, ...openAt(now) },
      data: { acceptedAt: now },
    });
    if (count === 0) throw new Conflict("invitation_closed", "This invitation is not open any more.");
    await tx.partnerMember.create({ data: { id: newId(), partnerId, userId, role, createdAt: now } });
    const subject = { kind: "partner_invitation" as const, id: invitationId };
    record(tx, { ctx, action: "partner_invitation.accepted", subject, partnerId, detail: { role } });
    return { partnerId, role };
  });
}
