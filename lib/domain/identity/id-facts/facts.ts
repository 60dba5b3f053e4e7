import { z } from "zod";
import { open, SealBroken, seal } from "@/lib/platform/crypto";
import type { Tx } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { log } from "@/lib/platform/log";
import { personKey, personKeys } from "./person-key";
import { DOCUMENT_TYPES } from "./schemas";

const day = z.codec(z.iso.date(), z.date(), {
  decode: (text) => new Date(`${text}T00:00:00.000Z`),
  encode: (date) => date.toISOString().slice(0, 10),
});
const Facts = z.object({
  birthDate: day.nullable(),
  documentType: z.enum(DOCUMENT_TYPES).nullable(),
  documentCountry: z.string().nullable(),
  /** Of a US driver's license. Older data has none. */
  documentState: z.string().nullable().default(null),
  documentExpiry: day.nullable(),
});

/** The data of an ID, without the name, which the index searches, and the number, which is sealed separately. */
type Facts = z.output<typeof Facts>;

const EMPTY: Facts = {
  birthDate: null,
  documentType: null,
  documentCountry: null,
  documentState: null,
  documentExpiry: null,
};

type CheckOfPerson = { id: string; userId: string };

const contextOf = ({ id, userId }: CheckOfPerson) => ["identity-facts", id, userId];

/** Seals the data of a check's ID under its person's key. It opens for this check only. Missing facts are null. */
export async function sealFacts(
  tx: Pick<Tx, "personKey">,
  check: CheckOfPerson,
  facts: Partial<Facts>,
): Promise<Buffer<ArrayBuffer>> {
  const plain = JSON.stringify(Facts.encode({ ...EMPTY, ...facts }));
  return Buffer.from(seal(Buffer.from(plain), await personKey(tx, check.userId), contextOf(check)));
}

type SealedCheck = CheckOfPerson & { facts: Uint8Array | null };
type WithFacts<C> = Omit<C, "facts"> & Facts;

/** Checks with the opened data of their IDs. Throws `SealBroken` for data that was changed or moved, or whose key is missing. */
export async function withFacts<C extends SealedCheck>(
  tx: Pick<Tx, "personKey">,
  checks: readonly C[],
): Promise<WithFacts<C>[]> {
  const opened = await opener(tx, checks);
  return checks.map(({ facts, ...check }) => ({ ...check, ...opened(check, facts) }));
}

/** `withFacts` for lists, which show the rest when one check can't be opened. That one has no facts, and the log names it. */
export async function withReadableFacts<C extends SealedCheck>(
  tx: Pick<Tx, "personKey">,
  checks: readonly C[],
): Promise<(WithFacts<C> & { isUnreadable: boolean })[]> {
  const opened = await opener(tx, checks);
  return checks.map(({ facts, ...check }) => {
    try {
      return { ...check, ...opened(check, facts), isUnreadable: false };
    } catch (error) {
      logUnreadable(error, check.id);
      return { ...check, ...EMPTY, isUnreadable: true };
    }
  });
}

/** Logs that a check's data can't be opened, for operators. Throws any other error. */
export function logUnreadable(error: unknown, checkId: string): void {
  if (!(error instanceof SealBroken)) throw error;
  log.error({ err: error, checkId }, "the data of an identity check can't be read");
}

async function opener(tx: Pick<Tx, "personKey">, checks: readonly SealedCheck[]) {
  const sealed = checks.filter(({ facts }) => facts !== null);
  const keyOf = await personKeys(tx, [...new Set(sealed.map(({ userId }) => userId))]);
  return (check: CheckOfPerson, facts: Uint8Array | null): Facts =>
    facts ? Facts.decode(JSON.parse(open(facts, keyOf(check.userId), contextOf(check)).toString())) : EMPTY;
}

/** The ID's data of a check, without the rest of the check. */
export const factsOf = ({
  birthDate,
  documentType,
  documentCountry,
  documentState,
  documentExpiry,
}: Omit<Facts, "documentState"> & Partial<Pick<Facts, "documentState">>): Facts => ({
  birthDate,
  documentType,
  documentCountry,
  documentState: documentState ?? null,
  documentExpiry,
});

/** The minimum age of the people the service verifies. */
const AGE_OF_MAJORITY = 18;

// Where the calendar day begins last: UTC-12. A birthday that has begun there has begun everywhere.
const LAST_ZONE_MS = 12 * HOUR_MS;

/**
 * The age in whole calendar years that a person has reached everywhere on Earth. A birthday counts from noon UTC, when it has begun
 * in the last time zone. A person born on February 29 turns a year older on March 1 of other years.
 */
export function ageOn(birthDate: Date, at: Date): number {
  const day = new Date(at.getTime() - LAST_ZONE_MS);
  const years = day.getUTCFullYear() - birthDate.getUTCFullYear();
  const months = day.getUTCMonth() - birthDate.getUTCMonth();
  const birthdayToCome = months < 0 || (months === 0 && day.getUTCDate() < birthDate.getUTCDate());
  return birthdayToCome ? years - 1 : years;
}

/** Whether a person is still younger than 18 at that moment in some time zone. */
export const isUnderAge = (birthDate: Date, at: Date): boolean => ageOn(birthDate, at) < AGE_OF_MAJORITY;

/** A moment's day as midnight UTC, like stored dates without a time. */
export const dayOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
