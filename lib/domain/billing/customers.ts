import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { payments } from "@/lib/platform/payments/payments";
import type { SavedCard } from "@/lib/platform/payments/states";
import type { PaymentCustomer } from "@/prisma/generated/client";

/** Who pays: a creator, or a partner for its creators. */
export type Owner = { userId: string } | { partnerId: string };

/** An owner's customer at the processor; null if they have none yet. */
export function findCustomer(owner: Owner): Promise<PaymentCustomer | null> {
  return db.paymentCustomer.findFirst({ where: { goneAt: null, ...owner } });
}

/**
 * The owner's customer id at the processor; creates the customer if needed. The processor gets an address for receipts, our
 * id and a partner's name, but never a person's name. Throws `PaymentsUnavailable`, and `NoOwner` for a partner without an
 * owner.
 */
export async function ensureCustomer(owner: Owner): Promise<string> {
  const known = await findCustomer(owner);
  if (known) return known.id;
  const about = "userId" in owner ? await aboutPerson(owner.userId) : await aboutPartner(owner.partnerId);
  // The key of a customer deleted at the processor would return the deleted one, so the count is part of the key.
  const gone = await db.paymentCustomer.count({ where: { goneAt: { not: null }, ...owner } });
  const id = await payments().createCustomer({ ...about, key: keyFor(`${about.key}-${gone}`, about) });
  // Concurrent calls have the same key and get the same customer. If an answer is lost and the address then changes, one
  // customer stays unused at the processor.
  await inTransaction((tx) =>
    tx.paymentCustomer.createMany({
      data: [{ id, ...owner, createdAt: clock.now() }],
      skipDuplicates: true,
    }),
  );
  return (await findCustomer(owner))?.id ?? id;
}

/** Updates a partner's name and receipt address at the processor. Throws like `ensureCustomer`. */
export async function updateCustomer(customer: string, { partnerId }: { partnerId: string }): Promise<void> {
  const { email, name } = await aboutPartner(partnerId);
  await payments().updateCustomer(customer, { email, name });
}

/** An owner's saved card as of the last sync; null if there is none. */
export async function findCard(owner: Owner): Promise<SavedCard | null> {
  const customer = await findCustomer(owner);
  return customer && cardOf(customer);
}

/** The saved card in a customer's row. */
export function cardOf(row: PaymentCustomer): SavedCard | null {
  const {
    cardId: id,
    cardBrand: brand,
    cardLast4: last4,
    cardExpiryMonth: expiryMonth,
    cardExpiryYear: expiryYear,
  } = row;
  if (id === null || brand === null || last4 === null || expiryMonth === null || expiryYear === null) return null;
  return { id, brand, last4, expiryMonth, expiryYear };
}

/** The partner has no owner to send an invoice to. */
export class NoOwner extends Error {
  override name = "NoOwner";

  constructor(partnerId: string) {
    super(`Partner ${partnerId} has no owner to send an invoice to.`);
  }
}

async function aboutPerson(userId: string) {
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  return { key: `customer-user-${userId}`, email, metadata: { user_id: userId } };
}

async function aboutPartner(partnerId: string) {
  const { name, members } = await db.partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: {
      name: true,
      members: {
        where: { role: "owner" },
        orderBy: { id: "asc" },
        take: 1,
        select: { user: { select: { email: true } } },
      },
    },
  });
  const email = members[0]?.user.email;
  if (!email) throw new NoOwner(partnerId);
  return { key: `customer-partner-${partnerId}`, email, name, metadata: { partner_id: partnerId } };
}

/**
 * The processor's idempotency key for a call, from its name and parameters. A repeat has the same key. If a parameter has
 * changed since, the key differs too, because the processor rejects a known key with other parameters.
 */
export const keyFor = (name: string, asked: object): string =>
  `${name}-${sha256Hex(JSON.stringify(asked)).slice(0, 16)}`;
