import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { type InvitationState, invitationState, openAt } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { hashToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";

/** A producer's invitation as the invited person sees it. */
export type ProducerInvitationView = {
  id: string;
  email: string;
  /** Null for an operator's. */
  partnerName: string | null;
  invitedBy: string | null;
  expiresAt: Date;
  state: InvitationState;
};

const INVITATION = {
  id: true,
  email: true,
  expiresAt: true,
  acceptedAt: true,
  withdrawnAt: true,
  partner: { select: { name: true } },
  invitedBy: { select: { name: true, email: true } },
} as const;

type Row = Omit<ProducerInvitationView, "partnerName" | "invitedBy" | "state"> & {
  acceptedAt: Date | null;
  withdrawnAt: Date | null;
  partner: { name: string } | null;
  invitedBy: { name: string | null; email: string } | null;
};

const viewOf = (row: Row): ProducerInvitationView => ({
  id: row.id,
  email: row.email,
  partnerName: row.partner?.name ?? null,
  invitedBy: row.invitedBy && (row.invitedBy.name ?? row.invitedBy.email),
  expiresAt: row.expiresAt,
  state: invitationState(row, clock.now()),
});

/** The invitation behind a mailed link. Null for an unknown token. Reading it changes nothing. */
export async function findProducerInvitation(token: string): Promise<ProducerInvitationView | null> {
  const row = await db.producerInvitation.findUnique({ where: { tokenHash: hashToken(token) }, select: INVITATION });
  return row && viewOf(row);
}

/** Open invitations to the signed-in person's address, newest first. */
export async function listProducerInvitationsOf(ctx: Ctx<PersonActor>): Promise<ProducerInvitationView[]> {
  const { email } = await db.user.findUniqueOrThrow({ where: { id: ctx.actor.userId }, select: { email: true } });
  const rows = await db.producerInvitation.findMany({
    where: { email, ...openAt(clock.now()) },
    orderBy: { id: "desc" },
    take: 50,
    select: INVITATION,
  });
  return rows.map(viewOf);
}
