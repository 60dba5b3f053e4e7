import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { authorize } from "@/lib/domain/people";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";

/** Withdraws an invitation that was not accepted. Throws `Forbidden` unless the actor is an owner, `NotFound`. */
export async function withdrawInvitation(
  ctx: Ctx<PortalUserActor>,
  { invitationId }: { invitationId: string },
): Promise<void> {
  const { partnerId } = ctx.actor;
  await inTransaction(async (tx) => {
    await authorize(tx, ctx, { partnerId, to: "manage_team" });
    const { count } = await tx.partnerInvitation.updateMany({
      where: { id: invitationId, partnerId, acceptedAt: null, withdrawnAt: null },
      data: { withdrawnAt: clock.now() },
    });
    if (count === 0) throw new NotFound("This invitation is not open any more.");
    record(tx, {
      ctx,
      action: "partner_invitation.withdrawn",
      subject: { kind: "partner_invitation", id: invitationId },
    });
  });
}
