import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";

/** The person whom an operator means. Throws `NotFound` for an address that belongs to nobody. */
export async function personByEmail(email: string): Promise<{ id: string }> {
  const person = await db.user.findUnique({ where: { email }, select: { id: true } });
  if (!person) throw new NotFound(`Nobody has the address ${email}.`);
  return person;
}
