import { clock } from "@/lib/platform/clock";
import { sha256, sha256Hex } from "@/lib/platform/crypto";
import { db, inTransaction, type Prisma, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { PaymentsRefused } from "@/lib/platform/payments/errors";
import { BODIES, type Body, type Kind, PREFIXES } from "./bodies";

/** One thing of the simulation. `customer` is its own id for a customer. */
export type Thing<K extends Kind> = { id: string; customer: string; createdAt: Date; body: Body<K> };

type Reader = Pick<Tx, "simulatedPaymentObject">;

/** Keep a new thing. `dueAt` is when something happens to it by itself. */
export async function add<K extends Kind>(
  tx: Tx,
  kind: K,
  { customer, body, dueAt = null }: { customer: string | null; body: Body<K>; dueAt?: Date | null },
): Promise<Thing<K>> {
  // Sorts by time, and cannot be guessed: a page's id is all that opens it.
  const id = `${PREFIXES[kind]}${newId()}`;
  const createdAt = clock.now();
  await tx.simulatedPaymentObject.create({
    data: { id, kind, customerId: customer, body: written(body), dueAt, createdAt },
  });
  return { id, customer: customer ?? id, createdAt, body };
}

/** Write what has become of a thing. */
export async function keep<K extends Kind>(tx: Tx, { id, body }: Thing<K>, dueAt: Date | null = null): Promise<void> {
  await tx.simulatedPaymentObject.update({ where: { id }, data: { body: written(body), dueAt } });
}

/** A thing by its id; null when there is none of that kind. */
export async function find<K extends Kind>(kind: K, id: string, reader: Reader = db): Promise<Thing<K> | null> {
  const row = await reader.simulatedPaymentObject.findFirst({ where: { id, kind } });
  return row && read(kind, row);
}

/** A thing by its id. Throws `PaymentsRefused` `resource_missing`. */
export async function get<K extends Kind>(kind: K, id: string, reader: Reader = db): Promise<Thing<K>> {
  const found = await find(kind, id, reader);
  if (!found) throw new PaymentsRefused("resource_missing", `The simulation has no ${kind} of that id.`);
  return found;
}

/** A customer's things of one kind, newest first. */
export async function list<K extends Kind>(kind: K, customer: string, reader: Reader = db): Promise<Thing<K>[]> {
  const rows = await reader.simulatedPaymentObject.findMany({
    where: { kind, customerId: customer },
    orderBy: { id: "desc" },
  });
  return rows.map((row) => read(kind, row));
}

/** Change a customer's things, one change after another. Throws `PaymentsRefused` `resource_missing`. */
export function change<T>(customer: string, run: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 AS locked FROM simulated_payment_objects WHERE id = ${customer} FOR UPDATE`;
    await get("customer", customer, tx);
    return run(tx);
  });
}

/**
 * Make something once for a key: the same key with the same input gives the first answer again. Throws `PaymentsRefused`
 * `idempotency_error` for another input.
 */
export async function once(tx: Tx, key: string, input: object, make: () => Promise<string>): Promise<string> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`simulated-payment:${key}`}, 0))`;
  const inputSha256 = sha256(JSON.stringify(input));
  const known = await tx.simulatedPaymentKey.findUnique({ where: { key } });
  if (known && sha256Hex(known.inputSha256) !== sha256Hex(inputSha256)) {
    throw new PaymentsRefused("idempotency_error", "That key was used with other parameters.");
  }
  if (known) return String(known.answer);
  const answer = await make();
  await tx.simulatedPaymentKey.create({ data: { key, inputSha256, answer, createdAt: clock.now() } });
  return answer;
}

type Row = { id: string; customerId: string | null; createdAt: Date; body: Prisma.JsonValue };

const read = <K extends Kind>(kind: K, { id, customerId, createdAt, body }: Row): Thing<K> => ({
  id,
  customer: customerId ?? id,
  createdAt,
  body: BODIES[kind].parse(body) as Body<K>,
});

// Moments become text on the way; they are parsed when they are read.
const written = (body: object): Prisma.InputJsonValue => JSON.parse(JSON.stringify(body));
