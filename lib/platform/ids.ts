import { parse, v7 as uuidv7 } from "uuid";
import { clock } from "./clock";

const LENGTH = 25;
/** The end of the year 9999, beyond which no date is written the usual way. */
const LAST_MS = 253_402_300_799_999;

/** A new service id: a UUIDv7 in lower-case base 36, 25 characters. Opaque to partners; sorts by time. */
export function newId(): string {
  let value = 0n;
  for (const byte of parse(uuidv7({ msecs: clock.now().getTime() }))) value = (value << 8n) | BigInt(byte);
  return value.toString(36).padStart(LENGTH, "0");
}

/** A new webhook event id (`evt_…`). */
export const newEventId = (): string => `evt_${newId()}`;

/** A new webhook delivery id (`del_…`). */
export const newDeliveryId = (): string => `del_${newId()}`;

/** Whether a string has the form of a service id; saves a query for what cannot exist. */
export const isId = (value: string): boolean => /^[0-9a-z]{25}$/.test(value);

/** The moment, to the millisecond, at which an id was made. Null when the text is not a service id. */
export function timeOfId(id: string): Date | null {
  if (!isId(id)) return null;
  let value = 0n;
  for (const char of id) value = value * 36n + BigInt(Number.parseInt(char, 36));
  const ms = Number(value >> 80n);
  return ms <= LAST_MS ? new Date(ms) : null;
}

/** The smallest id that can be made at a moment: the bound of a time range over ids. */
export function firstIdAt(at: Date): string {
  return (BigInt(Math.max(0, at.getTime())) << 80n).toString(36).padStart(LENGTH, "0");
}
