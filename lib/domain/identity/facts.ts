import { z } from "zod";
import { open, seal } from "@/lib/platform/crypto";
import type { Tx } from "@/lib/platform/db";
import { DOCUMENT_TYPES } from "./documents";
import { personKey, personKeys } from "./person-key";

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

/** What an ID says, without the name, which the law's index is searched by, and the number, which is sealed separately. */
export type Facts = z.output<typeof Facts>;

const NOTHING: Facts = { birthDate: null, documentType: null, documentCountry: null, documentExpiry: null };

type CheckOfPerson = { id: string; userId: string };

const placeOf = ({ id, userId }: CheckOfPerson) => ["identity-facts", id, userId];

/** Seals what a check's ID says under its person's key. It opens for this check only. Facts left out are null. */
export async function sealFacts(
  tx: Pick<Tx, "personKey">,
  check: CheckOfPerson,
  facts: Partial<Facts>,
): Promise<Buffer<ArrayBuffer>> {
  const plain = JSON.stringify(Facts.encode({ ...NOTHING, ...facts }));
  return Buffer.from(seal(Buffer.from(plain), await personKey(tx, check.userId), placeOf(check)));
}

/** Checks with what their IDs say. Throws `SealBroken` for one that was changed or moved. */
export async function withFacts<C extends CheckOfPerson & { facts: Uint8Array | null }>(
  tx: Pick<Tx, "personKey">,
  checks: readonly C[],
): Promise<(Omit<C, "facts"> & Facts)[]> {
  const sealed = checks.filter(({ facts }) => facts !== null);
  const keys = await personKeys(tx, [...new Set(sealed.map(({ userId }) => userId))]);
  return checks.map(({ facts, ...check }) => {
    const key = keys.get(check.userId);
    const said = facts && key ? Facts.decode(JSON.parse(open(facts, key, placeOf(check)).toString())) : NOTHING;
    return { ...check, ...said };
  });
}

/** What a check's ID says, without the rest of the check. */
export const factsOf = ({ birthDate, documentType, documentCountry, documentExpiry }: Facts): Facts => ({
  birthDate,
  documentType,
  documentCountry,
  documentExpiry,
});

/** The age from which the service takes anybody's record. */
const AGE_OF_MAJORITY = 18;

/**
 * Whole years between a birth date and a moment, counted on the calendar (UTC). Who was born on 29 February turns a year
 * older on 1 March of a year that has no such day.
 */
export function ageOn(birthDate: Date, at: Date): number {
  const years = at.getUTCFullYear() - birthDate.getUTCFullYear();
  const months = at.getUTCMonth() - birthDate.getUTCMonth();
  const birthdayToCome = months < 0 || (months === 0 && at.getUTCDate() < birthDate.getUTCDate());
  return birthdayToCome ? years - 1 : years;
}

/** Whether somebody may not be taken: younger than 18 at that moment. */
export const isUnderAge = (birthDate: Date, at: Date): boolean => ageOn(birthDate, at) < AGE_OF_MAJORITY;

/** A moment's day, as dates without a time are kept: midnight UTC. */
export const dayOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
