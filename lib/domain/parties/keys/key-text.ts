import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import { hashToken } from "@/lib/platform/crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^svc_(?:live|test)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** What we store of a key: its hash, and the ends of its random part for display. */
export type StoredKeyParts = { hash: Buffer<ArrayBuffer>; prefix: string; tail: string };

/** A new key (190 random bits) and what we store of it. The text is shown once and never stored. */
export function mintKey(mode: "live" | "test"): { text: string; stored: StoredKeyParts } {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
  const text = `svc_${mode}_${random}${checksum(random)}`;
  return { text, stored: { hash: hashToken(text), prefix: random.slice(0, 4), tail: random.slice(-4) } };
}

/** Whether a text has the shape and checksum of our keys, checked without a query. */
export function hasKeyShape(text: string): boolean {
  const [, random, sum] = SHAPE.exec(text) ?? [];
  return random !== undefined && checksum(random) === sum;
}

/** The CRC-32 of the random part in base 62, most significant digit first. */
function checksum(random: string): string {
  let value = crc32(random);
  let digits = "";
  for (let n = 0; n < CHECKSUM_LENGTH; n++) {
    digits = ALPHABET.charAt(value % ALPHABET.length) + digits;
    value = Math.floor(value / ALPHABET.length);
  }
  return digits;
}
