import type { Ctx, PortalUserActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { hashToken, randomToken } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { Conflict, InvalidField, NotFound, TooOften } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { emailAddress } from "@/lib/platform/wire";
import { authorize, INVITATION_LIFE_MS, isCustodian, MAILS_A_DAY, nextMailAt, openAt } from "../people";
import { producerInvitationMail } from "./mails";

/**
 * The producer with this address who accepted the partner's invitation. Null for every other address, in the same one query, so
 * that a partner can't learn who is a producer elsewhere.
 */
export async function findPartnersProducer(
  tx: Pick<Tx, "$queryRaw">,
  { partnerId, email }: { partnerId: string; email: string },
): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    SELECT p.id FROM users u JOIN producers p ON p.user_id = u.id
      JOIN producer_partners w ON w.producer_id = p.id AND w.partner_id = ${partnerId}
    WHERE u.email = ${email}`;
  return row?.id ?? null;
}

/** The partners that a producer works with, by name. */
export async function partnersOfProducer(producerId: string): Promise<{ id: string; name: string; joinedAt: Date }[]> {
  const rows = await db.producerPartner.findMany({
    where: { producerId },
    select: { joinedAt: true, partner: { select: { id: true, name: true } } },
  });
  return rows
    .map(({ joinedAt, partner }) => ({ ...partner, joinedAt }))
    .toSorted((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
}

const MAX_OPEN = 200;
const INVITATIONS_A_DAY = 100;

type Inviter = Ctx<PortalUserActor | SystemActor>;
/** `partnerId` is null for an operator's invitation, which links no partner. */
type Invited = { partnerId: string | null; email: string };

export type SentInvitation = { invitationId: string; email: string; expiresAt: Date };

/**
 * Emails an invitation to be a producer who works with the partner. A second one replaces the first. The answer, the rows and
 * the mail are the same whether or not the person is a producer elsewhere. Throws `NotFound` for an unknown or another's
 * partner, `Forbidden` unless the actor may manage records, `InvalidField` for an invalid address, `Conflict` `already_producer`
 * or `too_many_invitations`, `TooOften` at the daily limit of the address or the team.
 */
export async function inviteProducer(ctx: Inviter, input: Invited): Promise<SentInvitation> {
  const parsed = emailAddress.safeParse(input.email);
  if (!parsed.success) throw new InvalidField("email", "Enter an email address, such as ada@example.com.");
  const invited = { partnerId: input.partnerId, email: parsed.data };
  return inTransaction(async (tx) => {
    await authorizeInviter(tx, ctx, invited.partnerId);
    return send(tx, ctx, invited);
  });
}

/**
 * Sends an open or expired invitation again, with seven more days. The earlier link stops working. Throws `NotFound` for
 * another's invitation and for one that was accepted or withdrawn, otherwise as `inviteProducer` does.
 */
export async function resendProducerInvitation(
  ctx: Inviter,
  { invitationId }: { invitationId: string },
): Promise<SentInvitation> {
  return inTransaction(async (tx) => send(tx, ctx, await getUnanswered(tx, ctx, invitationId)));
}

/** Withdraws an invitation that was not accepted. Throws `Forbidden` unless the actor may manage records, `NotFound`. */
export async function withdrawProducerInvitation(
  ctx: Inviter,
  { invitationId: id }: { invitationId: string },
): Promise<void> {
  await inTransaction(async (tx) => {
    const { partnerId } = await getUnanswered(tx, ctx, id);
    const { count } = await tx.producerInvitation.updateMany({
      where: { id, acceptedAt: null, withdrawnAt: null },
      data: { withdrawnAt: clock.now() },
    });
    if (count === 0) throw new NotFound("This invitation is no longer open.");
    record(tx, {
      ctx,
      action: "producer_invitation.withdrawn",
      subject: { kind: "producer_invitation", id },
      partnerId,
    });
  });
}

/** Only operators invite for no partner. Locks the partner, so that its invitations and acceptances run one after another. */
async function authorizeInviter(tx: Tx, ctx: Inviter, partnerId: string | null): Promise<void> {
  if (partnerId !== null) return authorize(tx, ctx, { partnerId, to: "manage_records" });
  if (ctx.actor.kind !== "system") throw new NotFound();
}

/** An invitation that waits for an answer, for an actor who may manage it. Throws `NotFound`, `Forbidden`. */
async function getUnanswered(tx: Tx, ctx: Inviter, id: string): Promise<Invited> {
  const own = ctx.actor.kind === "portal_user" ? { partnerId: ctx.actor.partnerId } : {};
  const where = { id, ...own, acceptedAt: null, withdrawnAt: null };
  const invited = await tx.producerInvitation.findFirst({ where, select: { partnerId: true, email: true } });
  if (!invited) throw new NotFound("This invitation is no longer open.");
  await authorizeInviter(tx, ctx, invited.partnerId);
  return invited;
}

async function send(tx: Tx, ctx: Inviter, { partnerId, email }: Invited): Promise<SentInvitation> {
  const now = clock.now();
  if (await isProducerAlready(tx, { partnerId, email })) {
    throw new Conflict("already_producer", `${email} is already a producer here.`);
  }
  if (partnerId !== null) await assertMayMail(tx, { partnerId, email });
  await tx.producerInvitation.updateMany({
    where: { partnerId, email, acceptedAt: null, withdrawnAt: null },
    data: { withdrawnAt: now },
  });
  if (partnerId !== null && (await tx.producerInvitation.count({ where: { partnerId, ...openAt(now) } })) >= MAX_OPEN) {
    throw new Conflict("too_many_invitations", `${MAX_OPEN} invitations are open. Withdraw some first.`);
  }
  const id = newId();
  const token = randomToken();
  const invitedById = ctx.actor.kind === "portal_user" ? ctx.actor.userId : null;
  const expiresAt = new Date(now.getTime() + INVITATION_LIFE_MS);
  const data = { id, partnerId, email, tokenHash: hashToken(token), invitedById, createdAt: now, expiresAt };
  await tx.producerInvitation.create({ data });
  const url = `${env().baseUrl}/producer-invitation/${token}`;
  const props = {
    url,
    by: await signatureOf(tx, ctx, partnerId),
    expiresAt: expiresAt.toISOString(),
    isCustodian: await isCustodian(tx, email),
  };
  await sendMail(tx, { to: email, template: producerInvitationMail, props });
  record(tx, { ctx, action: "producer_invitation.sent", subject: { kind: "producer_invitation", id }, partnerId });
  return { invitationId: id, email, expiresAt };
}

async function isProducerAlready(tx: Tx, { partnerId, email }: Invited): Promise<boolean> {
  const found =
    partnerId === null
      ? await tx.producer.findFirst({ where: { user: { email } }, select: { id: true } })
      : await findPartnersProducer(tx, { partnerId, email });
  return found !== null;
}

/** Withdrawn invitations count too: their emails were sent. */
async function assertMayMail(tx: Tx, { partnerId, email }: { partnerId: string; email: string }): Promise<void> {
  const dayAgo = new Date(clock.now().getTime() - DAY_MS);
  if ((await tx.producerInvitation.count({ where: { partnerId, createdAt: { gt: dayAgo } } })) >= INVITATIONS_A_DAY) {
    throw new TooOften(
      `Your team invited ${INVITATIONS_A_DAY} producers in the last 24 hours, the most we allow. Try again tomorrow.`,
    );
  }
  if (!(await nextMailAt(tx, { partnerId, email }))) return;
  throw new TooOften(`Your team emailed ${email} ${MAILS_A_DAY} times in the last 24 hours. Try again tomorrow.`);
}

/** Who invites, as the mail names them. */
async function signatureOf(tx: Tx, { actor }: Inviter, partnerId: string | null) {
  if (partnerId === null) return null;
  const { name: partnerName } = await tx.partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: { name: true },
  });
  if (actor.kind === "system") return { partnerName, inviter: "The team" };
  const { name, email } = await tx.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: { name: true, email: true },
  });
  return { partnerName, inviter: name ? `${name} (${email})` : email };
}
