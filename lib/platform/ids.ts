import { randomFillSync } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { clock } from "./clock";

const LENGTH = 25;
/** The end of year 9999, the last one with four digits. */
const LAST_MS = 253_402_300_799_999;

// Every request and row needs an id, so random bytes are fetched for many ids at once.
const RANDOM_BYTES = 16;
const randomness = Buffer.alloc(RANDOM_BYTES * 256);
let used = randomness.length;
const uuid = new Uint8Array(16);
const words = new DataView(uuid.buffer);

// Of the 74 bits after the time, the first 17 count the ids of a millisecond. They start with 16 random bits, so 65,536 more ids
// fit. The other 57 are random in each id: some ids are authorization, and those before and after must not give them away.
const SHIFT = 15; // `uuid` takes a sequence of 32 bits, and 15 of them stay random.

// On globalThis: Next and our own server bundle are two module graphs in one process, and must count together.
const KEY = Symbol.for("vellum.ids");
const shared = globalThis as { [KEY]?: { msecs: number; count: number } };

/**
 * A new service id: a UUIDv7 in lower-case base 36, 25 characters. Opaque to partners. Sorts by time, and by creation among ids
 * that this process makes in one millisecond (RFC 9562, section 6.2). A clock that is set back starts a new order.
 */
export function newId(): string {
  const random = draw();
  const msecs = clock.now().getTime();
  shared[KEY] ??= { msecs: Number.NaN, count: 0 };
  const last = shared[KEY];
  last.count = last.msecs === msecs ? last.count + 1 : random.readUInt16BE(0);
  last.msecs = msecs;
  return idOf(msecs, last.count, random);
}

/** An id like one made at that time. `random`: at least 16 bytes, for an id that stays the same. */
export const newIdAt = (at: Date, random: Buffer = draw()): string =>
  idOf(at.getTime(), random.readUInt16BE(0), random);

function draw(): Buffer {
  if (used === randomness.length) {
    randomFillSync(randomness);
    used = 0;
  }
  const random = randomness.subarray(used, used + RANDOM_BYTES);
  used += RANDOM_BYTES;
  return random;
}

function idOf(msecs: number, count: number, random: Buffer): string {
  uuidv7({ msecs, random, seq: (count << SHIFT) | (random.readUInt16BE(2) >>> 1) }, uuid);
  return ((words.getBigUint64(0) << 64n) | words.getBigUint64(8)).toString(36).padStart(LENGTH, "0");
}

/** A new webhook event id (`evt_…`). */
export const newEventId = (): string => `evt_${newId()}`;

/** A new webhook delivery id (`del_…`). */
export const newDeliveryId = (): string => `del_${newId()}`;

/** Whether a string looks like a service id. Saves queries for ids that can't exist or that PostgreSQL can't store. */
export const isId = (value: string): boolean => /^[0-9a-z]{25}$/.test(value);

/** The same for the ids of events and deliveries. */
export const isEventId = (value: string): boolean => value.startsWith("evt_") && isId(value.slice(4));
export const isDeliveryId = (value: string): boolean => value.startsWith("del_") && isId(value.slice(4));

/** The 128 bits of an id. Null for text that isn't a service id. */
export function uuidOf(id: string): bigint | null {
  if (!isId(id)) return null;
  let value = 0n;
  for (const char of id) value = value * 36n + BigInt(Number.parseInt(char, 36));
  return value < 1n << 128n ? value : null;
}

/** When an id was created, to the millisecond. Null for text that isn't a service id. */
export function timeOfId(id: string): Date | null {
  const ms = Number((uuidOf(id) ?? -1n) >> 80n);
  return ms >= 0 && ms <= LAST_MS ? new Date(ms) : null;
}

/** The smallest id of a time, for time ranges over ids. */
export function firstIdAt(at: Date): string {
  return (BigInt(Math.max(0, at.getTime())) << 80n).toString(36).padStart(LENGTH, "0");
}

/**
 * The first and the last id that start with a text; null if none can. A range needs no LIKE, because ids have one length and only
 * these characters.
 */
export const idsStartingWith = (text: string): { first: string; last: string } | null =>
  /^[0-9a-z]{1,25}$/.test(text) ? { first: text.padEnd(LENGTH, "0"), last: text.padEnd(LENGTH, "z") } : null;

/** The id right after another id in their order, or right before it. */
export const besideId = (id: string, step: 1 | -1): string =>
  id.replace(
    step === 1 ? /[0-9a-y]z*$/ : /[1-9a-z]0*$/,
    ([digit = "", ...rest]) =>
      (Number.parseInt(digit, 36) + step).toString(36) + (step === 1 ? "0" : "z").repeat(rest.length),
  );
