import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
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
