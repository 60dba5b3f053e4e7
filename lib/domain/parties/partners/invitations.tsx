import { z } from "zod";
import type { Ctx, PersonActor, PortalUserActor, Role } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { clock } from "@/lib/platform/clock";
import { hashToken, randomToken } from "@/lib/platform/crypto";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { Conflict, InvalidField, NotFound, TooOften } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { defineMail } from "@/lib/platform/mail/template";
import { emailAddress } from "@/lib/platform/wire";
import { lockPartner } from "../locks";
import {
  authorize,
  INVITATION_LIFE_MS,
  isCustodian,
  MAILS_A_DAY,
  nextMailAt,
  openAt,
  ROLE_LABELS,
  shortenSessions,
} from "../people";

const MAX_OPEN = 50;
const INVITATIONS_A_DAY = 100;

/**
 * Emails an invitation to the partner's team. A second invitation to the same address replaces the first. Throws
 * `Forbidden` unless the actor is an owner, `InvalidField` for an invalid address, `Conflict` `already_member` or
 * `too_many_invitations`, `TooOften` at the daily limit of the address or the team.
 */
export async function inviteMember(
  ctx: Ctx<PortalUserActor>,
  input: { email: string; role: Role },
): Promise<{ invitationId: string; email: string; expiresAt: Date }> {
  const { partnerId, userId } = ctx.actor;
  const parsed = emailAddress.safeParse(input.email);
  if (!parsed.success) throw new InvalidField("email", "Enter an email address, such as ada@example.com.");
  const email = parsed.data;
  return inTransaction(async (tx) => {
    await authorize(tx, ctx, { partnerId, to: "manage_team" });
    const now = clock.now();
    if (await tx.partnerMember.findFirst({ where: { partnerId, user: { email } } })) {
      throw new Conflict("already_member", `${email} is already on the team.`);
    }
    await assertMayMail(tx, { partnerId, email });
    await tx.partnerInvitation.updateMany({
      where: { partnerId, email, acceptedAt: null, withdrawnAt: null },
      data: { withdrawnAt: now },
    });
    if ((await tx.partnerInvitation.count({ where: { partnerId, ...openAt(now) } })) >= MAX_OPEN) {
      throw new Conflict("too_many_invitations", `${MAX_OPEN} invitations are open. Withdraw some first.`);
    }
    const id = newId();
    const token = randomToken();
    const expiresAt = new Date(now.getTime() + INVITATION_LIFE_MS);
    const data = { id, partnerId, email, role: input.role, invitedById: userId, createdAt: now, expiresAt };
    await tx.partnerInvitation.create({ data: { ...data, tokenHash: hashToken(token) } });
    const partner = await tx.partner.findUniqueOrThrow({ where: { id: partnerId }, select: { name: true } });
    const inviter = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true, email: true } });
    const props = {
      url: `${env().baseUrl}/invitation/${token}`,
      partnerName: partner.name,
      inviter: inviter.name ? `${inviter.name} (${inviter.email})` : inviter.email,
      role: ROLE_LABELS[input.role].name,
      may: ROLE_LABELS[input.role].may,
      expiresAt: expiresAt.toISOString(),
      isCustodian: await isCustodian(tx, email),
    };
    await sendMail(tx, { to: email, template: invitationMail, props });
    const subject = { kind: "partner_invitation" as const, id };
    record(tx, { ctx, action: "partner_invitation.sent", subject, detail: { role: input.role } });
    return { invitationId: id, email, expiresAt };
  });
}

/** Withdrawn invitations count too: their emails were sent. */
async function assertMayMail(tx: Tx, { partnerId, email }: { partnerId: string; email: string }): Promise<void> {
  const now = clock.now();
  const dayAgo = new Date(now.getTime() - DAY_MS);
  if ((await tx.partnerInvitation.count({ where: { partnerId, createdAt: { gt: dayAgo } } })) >= INVITATIONS_A_DAY) {
    throw new TooOften(
      `Your team sent ${INVITATIONS_A_DAY} invitations in the last 24 hours, the most we send. Try again tomorrow.`,
    );
  }
  if (!(await nextMailAt(tx, { partnerId, email }))) return;
  const open = await tx.partnerInvitation.count({ where: { partnerId, email, ...openAt(now) } });
  throw new TooOften(
    `Your team invited ${email} ${MAILS_A_DAY} times in the last 24 hours, the most we send. ${
      open > 0 ? "Your last invitation still works." : "Try again tomorrow."
    }`,
  );
}

/**
 * Joins the team a person was invited to. The invitation must be for the address they signed in with, so a forwarded email
 * is useless. Throws `NotFound` for another's invitation, `Conflict` `invitation_closed` if it was accepted, withdrawn or
 * has expired.
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
    if (count === 0) throw new Conflict("invitation_closed", "This invitation is no longer open.");
    await tx.partnerMember.create({ data: { id: newId(), partnerId, userId, role, createdAt: now } });
    await shortenSessions(tx, userId, "team");
    const subject = { kind: "partner_invitation" as const, id: invitationId };
    record(tx, { ctx, action: "partner_invitation.accepted", subject, partnerId, detail: { role } });
    return { partnerId, role };
  });
}

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
    if (count === 0) throw new NotFound("This invitation is no longer open.");
    record(tx, {
      ctx,
      action: "partner_invitation.withdrawn",
      subject: { kind: "partner_invitation", id: invitationId },
    });
  });
}

/** Invites a person to a partner's team. */
export const invitationMail = defineMail(
  "partner_invitation",
  z.object({
    url: z.url(),
    partnerName: z.string(),
    inviter: z.string(),
    role: z.string(),
    may: z.string(),
    expiresAt: z.iso.datetime(),
    isCustodian: z.boolean(),
  }),
  ({ url, partnerName, inviter, role, may, expiresAt, isCustodian }) => ({
    subject: `${partnerName} invites you to its ${SERVICE_NAME} team`,
    preview: `${inviter} invites you as ${role.toLowerCase()}.`,
    heading: `Join ${partnerName}`,
    body: (
      <>
        <p>
          {inviter} invites you to the team of <strong>{partnerName}</strong>, which keeps its compliance records with{" "}
          {SERVICE_NAME}.
        </p>
        <p>
          Your role would be <strong>{role}</strong>. {may}
        </p>
        {isCustodian ? (
          <p>
            You are one of our custodians of records. If you join, you can’t open or decide anything involving{" "}
            {partnerName}, even after you leave.
          </p>
        ) : null}
        <p>The invitation is for this address only and expires on {expiresAt.slice(0, 10)}.</p>
      </>
    ),
    action: { label: "See the invitation", url },
    why: `You get this because ${inviter} entered this address.`,
    stop: "If you don’t want to join, do nothing. We send no reminders.",
  }),
);
