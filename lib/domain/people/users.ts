import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { emailAddress } from "@/lib/platform/wire";

/**
 * The user of a mailbox, made when there is none yet. Two calls at once arrive at the same one.
 * Throws `ZodError` for what is no address.
 */
export async function ensureUser(tx: Tx, address: string): Promise<{ id: string; email: string; isNew: boolean }> {
  const email = emailAddress.parse(address);
  const id = newId();
  const { count } = await tx.user.createMany({
    data: [{ id, email, createdAt: clock.now() }],
    skipDuplicates: true,
  });
  if (count === 1) return { id, email, isNew: true };
  const known = await tx.user.findUniqueOrThrow({ where: { email }, select: { id: true } });
  return { id: known.id, email, isNew: false };
}

/** Whether a mailbox without an account may make one by signing in: somebody has invited it to a partner's team. */
export async function hasOpenInvitation(tx: Pick<Tx, "partnerInvitation">, email: string): Promise<boolean> {
  const found = await tx.partnerInvitation.findFirst({
    where: { email, acceptedAt: null, withdrawnAt: null, expiresAt: { gt: clock.now() } },
    select: { id: true },
  });
  return found !== null;
}

/** Whether a proven mailbox may sign in: it has an account, or is invited to make one. */
export async function maySignIn(email: string): Promise<boolean> {
  const user = await db.user.findUnique({ where: { email }, select: { id: true } });
  return user !== null || hasOpenInvitation(db, email);
}

/** A name that somebody gives to a thing: one line, no blanks around or doubled, from one to `max` characters. */
export const nameText = (max: number, empty: string) =>
  z
    .string()
    .transform((text) => text.replace(/[\p{Cc}\s]+/gu, " ").trim())
    .pipe(
      z
        .string()
        .min(1, { error: empty })
        .max(max, { error: `Use ${max} characters or fewer.` }),
    );
