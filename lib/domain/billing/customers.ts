import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { payments } from "@/lib/platform/payments/payments";
import type { SavedCard } from "@/lib/platform/payments/states";
import type { PaymentCustomer } from "@/prisma/generated/client";

/** Who pays: a person for themselves, or a partner for its creators. */
export type Owner = { userId: string } | { partnerId: string };

/** The customer that an owner is to the processor; null for one who never came near paying. */
export function findCustomer(owner: Owner): Promise<PaymentCustomer | null> {
  return db.paymentCustomer.findFirst({ where: { goneAt: null, ...owner } });
}

/**
 * The processor's id of an owner, who becomes its customer now if they are not yet. The processor learns an address for
 * its receipts, a partner's name, and our id; of a person no name. Throws `PaymentsUnavailable`, and `NobodyPays` for a partner
 * without an owner.
 */
export async function ensureCustomer(owner: Owner): Promise<string> {
  const known = await findCustomer(owner);
  if (known) return known.id;
  const about = "userId" in owner ? await aboutPerson(owner.userId) : await aboutPartner(owner.partnerId);
  // One that was deleted at the processor is not given again by its key.
  const gone = await db.paymentCustomer.count({ where: { goneAt: { not: null }, ...owner } });
  const id = await payments().createCustomer({ ...about, key: keyFor(`${about.key}-${gone}`, about) });
  // Two calls at once were given the same customer, by the same key. Another one, of a call whose answer was lost before the
  // address changed, stays there unused.
  await inTransaction((tx) =>
    tx.paymentCustomer.createMany({
      data: [{ id, ...owner, createdAt: clock.now() }],
      skipDuplicates: true,
    }),
  );
  return (await findCustomer(owner))?.id ?? id;
}

/** Tell the processor a partner's name and the address for its receipts as they are now. Throws like `ensureCustomer`. */
export async function updateCustomer(customer: string, { partnerId }: { partnerId: string }): Promise<void> {
  const { email, name } = await aboutPartner(partnerId);
  await payments().updateCustomer(customer, { email, name });
}

/** The saved card of an owner, as the processor last showed it; null when there is none. */
export async function findCard(owner: Owner): Promise<SavedCard | null> {
  const customer = await findCustomer(owner);
  return customer && cardOf(customer);
}

/** The card that stands in a customer's row. */
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

/** A partner has no owner to whom an invoice could go. */
export class NobodyPays extends Error {
  override name = "NobodyPays";

  constructor(partnerId: string) {
    super(`Partner ${partnerId} has no owner, so nobody can be sent an invoice.`);
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
  if (!email) throw new NobodyPays(partnerId);
  return { key: `customer-partner-${partnerId}`, email, name, metadata: { partner_id: partnerId } };
}

/**
 * The processor's idempotency key for a call: its name, and what it asks for. A repeat of the same call has the same key; one
 * that asks for something else since (an address that changed, another price) has another, where the old one would be refused.
 */
export const keyFor = (name: string, asked: object): string =>
  `${name}-${sha256Hex(JSON.stringify(asked)).slice(0, 16)}`;
