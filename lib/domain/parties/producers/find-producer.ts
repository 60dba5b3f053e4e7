import { db, type Tx } from "@/lib/platform/db";

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
