import { openFor, SealBroken, sealFor } from "@/lib/platform/crypto";
import { readCursor, type TimedCursor } from "@/lib/platform/keyset";

/** A place in a list of depictions: production date and id, whichever the list is in the order of. */
export type ListCursor = TimedCursor;

// Unlike other times, a production date may lie before 1970. PostgreSQL takes the years 1 to 9999.
const CURSOR = /^(newer|older)\.(-?\d{1,15})\.([0-9a-z]{25})$/;
const FIRST_MS = -62_135_596_800_000;
const LAST_MS = 253_402_300_799_999;

/** Null, which asks for the first page, for whatever was not written as a cursor. */
export function readListCursor(text: string | undefined): ListCursor | null {
  const [, side, ms, id] = CURSOR.exec(text ?? "") ?? [];
  const cursor = readCursor(`${side}.${id}`);
  const time = Number(ms);
  return cursor && time >= FIRST_MS && time <= LAST_MS ? { ...cursor, at: new Date(time) } : null;
}

export const writeListCursor = (side: "newer" | "older", place: { id: string; productionDate: Date }): string =>
  `${side}.${place.productionDate.getTime()}.${place.id}`;

/** A place in what was found by a text: what lies above or below it is asked for. */
export type FoundCursor = { side: "newer" | "older"; place: number };

const FOUND_CURSOR = /^(newer|older)\.([\w-]{1,200})$/;
const PURPOSE = "search-cursor";

/** Null, which asks for the first page, for whatever was not written as a cursor. */
export function readFoundCursor(text: string | undefined): FoundCursor | null {
  const [, side, sealed] = FOUND_CURSOR.exec(text ?? "") ?? [];
  if (!side || !sealed) return null;
  try {
    const place = Number(openFor(PURPOSE, Buffer.from(sealed, "base64url"), side).toString());
    return { side: side === "newer" ? "newer" : "older", place };
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

const DIGITS = 10;

/** Sealed, and always of one length, because places count the records of all partners. */
export const writeFoundCursor = (side: "newer" | "older", place: number): string =>
  `${side}.${sealFor(PURPOSE, Buffer.from(String(place).padStart(DIGITS, "0")), side).toString("base64url")}`;
