import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { hashToken } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { lockPartner, lockUser } from "../locks";
import { INVITATION, type InvitationState, invitationState, nameText, openAt, shortenSessions } from "../people";

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

/** A producer's name, as the statement that the law requires prints it. */
const ProducerName = nameText(200, "Enter the name that your statements print.");

/**
 * Makes the invited person a producer, if they aren't one, and links the partner that invited them. The invitation must be for
 * the address they signed in with, so a forwarded email is useless. Someone who is a producer already keeps their name. Throws
 * `NotFound` for another's invitation, `Conflict` `invitation_closed` if it was accepted, withdrawn or has expired,
 * `InvalidField` `name` for a new producer without one.
 */
export async function acceptProducerInvitation(
  ctx: Ctx<PersonActor>,
  { invitationId: id, name }: { invitationId: string; name: string },
): Promise<{ producerId: string }> {
  const { userId } = ctx.actor;
  return inTransaction(async (tx) => {
    await lockUser(tx, userId);
    const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
    const invitation = await tx.producerInvitation.findFirst({ where: { id, email }, select: { partnerId: true } });
    if (!invitation) throw new NotFound("This invitation is for another address.");
    const { partnerId } = invitation;
    if (partnerId !== null) await lockPartner(tx, partnerId);
    const now = clock.now();
    const { count } = await tx.producerInvitation.updateMany({
      where: { id, ...openAt(now) },
      data: { acceptedAt: now },
    });
    if (count === 0) throw new Conflict("invitation_closed", "This invitation is no longer open.");
    const producerId = await ensureProducer(tx, ctx, name);
    if (partnerId !== null) {
      const link = { producerId, partnerId, joinedAt: now };
      await tx.producerPartner.createMany({ data: [link], skipDuplicates: true });
    }
    const subject = { kind: "producer_invitation" as const, id };
    record(tx, { ctx, action: "producer_invitation.accepted", subject, partnerId, detail: { producerId } });
    return { producerId };
  });
}

/** The person's producer, created with this name if needed. The caller holds the person's lock. */
async function ensureProducer(tx: Tx, ctx: Ctx<PersonActor>, typed: string): Promise<string> {
  const { userId } = ctx.actor;
  const existing = await tx.producer.findUnique({ where: { userId }, select: { id: true } });
  if (existing) return existing.id;
  const id = newId();
  await tx.producer.create({ data: { id, userId, name: nameFrom(typed), createdAt: clock.now() } });
  await shortenSessions(tx, userId, "team");
  record(tx, { ctx, action: "producer.created", subject: { kind: "producer", id } });
  return id;
}

/** Changes the name that a producer's statements print, and locks the producer. False if it is the same. Throws `InvalidField` `name`. */
export async function setProducerName(tx: Tx, id: string, typed: string): Promise<boolean> {
  const name = nameFrom(typed);
  return (await tx.producer.updateMany({ where: { id, name: { not: name } }, data: { name } })).count === 1;
}

function nameFrom(typed: string): string {
  const parsed = ProducerName.safeParse(typed);
  if (!parsed.success) throw new InvalidField("name", parsed.error.issues[0]?.message ?? "Enter another name.");
  return parsed.data;
}
