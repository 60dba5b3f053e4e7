import { z } from "zod";
import { open, seal } from "@/lib/platform/crypto";
import type { Tx } from "@/lib/platform/db";
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
  documentExpiry: day.nullable(),
});

/** The data of an ID, without the name, which the index searches, and the number, which is sealed separately. */
type Facts = z.output<typeof Facts>;

const EMPTY: Facts = { birthDate: null, documentType: null, documentCountry: null, documentExpiry: null };

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

/** Checks with the opened data of their IDs. Throws `SealBroken` for data that was changed or moved. */
export async function withFacts<C extends CheckOfPerson & { facts: Uint8Array | null }>(
  tx: Pick<Tx, "personKey">,
  checks: readonly C[],
): Promise<(Omit<C, "facts"> & Facts)[]> {
  const sealed = checks.filter(({ facts }) => facts !== null);
  const keys = await personKeys(tx, [...new Set(sealed.map(({ userId }) => userId))]);
  return checks.map(({ facts, ...check }) => {
    const key = keys.get(check.userId);
    const opened = facts && key ? Facts.decode(JSON.parse(open(facts, key, contextOf(check)).toString())) : EMPTY;
    return { ...check, ...opened };
  });
}

/** The ID's data of a check, without the rest of the check. */
export const factsOf = ({ birthDate, documentType, documentCountry, documentExpiry }: Facts): Facts => ({
  birthDate,
  documentType,
  documentCountry,
  documentExpiry,
});

/** The minimum age of the people the service verifies. */
const AGE_OF_MAJORITY = 18;

/** The age in whole calendar years (UTC). A person born on February 29 turns a year older on March 1 of other years. */
export function ageOn(birthDate: Date, at: Date): number {
  const years = at.getUTCFullYear() - birthDate.getUTCFullYear();
  const months = at.getUTCMonth() - birthDate.getUTCMonth();
  const birthdayToCome = months < 0 || (months === 0 && at.getUTCDate() < birthDate.getUTCDate());
  return birthdayToCome ? years - 1 : years;
}

/** Whether a person is younger than 18 at that moment. */
export const isUnderAge = (birthDate: Date, at: Date): boolean => ageOn(birthDate, at) < AGE_OF_MAJORITY;

/** A moment's day as midnight UTC, like stored dates without a time. */
export const dayOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
