import { z } from "zod";
import { type Ctx, partnerOf, type Role } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { Forbidden, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { emailAddress, isVisible } from "@/lib/platform/wire";
import { lockPartner } from "../locks";
import { ALLOWED, type Capability, ROLE_LABELS } from "./roles";

// How each kind of actor is authorized:
//
// - Pages, navigation and data routes of a partner's team use `may`, with the session's role.
// - Verbs don't trust the session. Changes to a partner's records call `assertMay`. Changes to its team or keys call
// `authorize`, which also locks the partner.
// - Custodians' verbs call `assertNoConflict`, and lists of many records `assertCustodian`.
// - People act on their own records: their verbs look them up by the actor's id, so another person's isn't found.
//
// The types restrict the actor's kind: only a custodian's session can make a `Ctx<StaffActor>`.

/** A partner, and an action on it. */
type PartnerAction = { partnerId: string; to: Capability };

/**
 * Checks that the actor may do `to` for a partner. Reads portal users' roles from the database, whatever the session
 * says. A partner's program manages its records and webhook endpoints. Operators and jobs (`system`) may do everything. Throws
 * `NotFound` for another's partner, `Forbidden` for a role or key without the permission.
 */
export async function assertMay(tx: Tx, { actor }: Ctx, { partnerId, to }: PartnerAction): Promise<void> {
  if (actor.kind === "system") return;
  if (partnerOf(actor) !== partnerId) throw new NotFound();
  if (actor.kind === "partner_key" && (to === "manage_records" || to === "manage_webhooks")) return;
  if (actor.kind !== "portal_user") throw new Forbidden("Only members of the partner’s team may do this.");
  const member = await tx.partnerMember.findUnique({
    where: { partnerId_userId: { partnerId, userId: actor.userId } },
    select: { role: true },
  });
  if (!member) throw new NotFound();
  if (!ALLOWED[to].includes(member.role)) throw new Forbidden(refusal(member.role, to));
}

/**
 * `assertMay`, and locks the partner until the transaction ends. So changes to one partner's team and keys run one
 * after another, and a role that was just removed no longer counts. Throws as `assertMay` does.
 */
export async function authorize(tx: Tx, ctx: Ctx, action: PartnerAction): Promise<void> {
  if (!(await lockPartner(tx, action.partnerId))) throw new NotFound();
  await assertMay(tx, ctx, action);
}

function refusal(role: Role, to: Capability): string {
  const able = ALLOWED[to].map((name) => ROLE_LABELS[name].name.toLowerCase()).join(", ");
  return `Your role is ${ROLE_LABELS[role].name.toLowerCase()}. This needs: ${able}.`;
}

/**
 * The user with this address, created if needed. Concurrent calls return the same user.
 * Throws `ZodError` for an invalid address.
 */
export async function ensureUser(tx: Tx, address: string): Promise<{ id: string; email: string; isNew: boolean }> {
  const email = emailAddress.parse(address);
  const id = newId();
  const { count } = await tx.user.createMany({
    data: [{ id, email, createdAt: clock.now() }],
    skipDuplicates: true,
  });
  if (count === 1) return { id, email, isNew: true };
  const existing = await tx.user.findUniqueOrThrow({ where: { email }, select: { id: true } });
  return { id: existing.id, email, isNew: false };
}

/** Removes a user of whom nothing is kept. Nothing happens unless they have this address. */
export async function removeUser(tx: Tx, user: { id: string; email: string }): Promise<void> {
  await tx.user.deleteMany({ where: { id: user.id, email: user.email } });
}

/** A new user with an address, for a statement that does more; nothing for one that is taken. */
export const userInsertion = (email: string): Prisma.Sql => Prisma.sql`
  INSERT INTO users (id, email, created_at) VALUES (${newId()}, ${email}, ${clock.now()}) ON CONFLICT (email) DO NOTHING`;

/** Whether an address without an account may create one by signing in: it was invited to a partner's team, or as a producer. */
export async function hasOpenInvitation(tx: Pick<Tx, "$queryRaw">, email: string): Promise<boolean> {
  const now = clock.now();
  const [row] = await tx.$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (SELECT FROM partner_invitations
        WHERE email = ${email} AND accepted_at IS NULL AND withdrawn_at IS NULL AND expires_at > ${now})
      OR EXISTS (SELECT FROM producer_invitations
        WHERE email = ${email} AND accepted_at IS NULL AND withdrawn_at IS NULL AND expires_at > ${now}) AS found`;
  return row?.found ?? false;
}

/** Whether an address may sign in: it has an account, as every producer has, or an invitation. */
export async function maySignIn(email: string): Promise<boolean> {
  const user = await db.user.findUnique({ where: { email }, select: { id: true } });
  return user !== null || hasOpenInvitation(db, email);
}

/** A name: one line, single spaces, something visible, at most `max` characters. */
export const nameText = (max: number, empty: string) =>
  z
    .string()
    .transform((text) => text.replace(/[\p{Cc}\s]+/gu, " ").trim())
    .pipe(
      z
        .string()
        .refine(isVisible, { error: empty })
        .max(max, { error: `Use ${max} characters or fewer.` }),
    );
