import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { emailAddress, isVisible } from "@/lib/platform/wire";

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
