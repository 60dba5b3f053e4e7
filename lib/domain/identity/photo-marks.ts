import { z } from "zod";
import { hmac } from "@/lib/platform/crypto";
import { Prisma } from "@/lib/platform/db";
import { hashCropped } from "@/lib/platform/pictures/hash-picture";
import { pdqDistance, pdqWords } from "@/lib/platform/pictures/pdq";
import { bitsOf, PDQ_WORDS } from "@/lib/platform/pictures/pdq-words";
import type { PhotoKind } from "./documents";

// Photos of two people that are the same one, altered: smaller, worse, turned, mirrored, or cropped a little. No recognition of faces.
// docs/decisions/103-photos-of-ids-are-compared-by-pdq.md.

/** Of 256 bits, how many may differ in two photos that are called the same. Documents of one kind look alike, so fewer. */
const DIFFERENT_BITS_MOST = { person: 40, document_front: 31 } as const satisfies Partial<Record<PhotoKind, number>>;
export type ComparedKind = keyof typeof DIFFERENT_BITS_MOST;
export const COMPARED = Object.keys(DIFFERENT_BITS_MOST) as ComparedKind[];

/** The PDQ hashes of a photo and of its middle. */
type Upright = { whole: string; middle: string };

/** The same, with those of the photo turned and mirrored: what one photo is looked for by. */
type Turned = { upright: Upright; turns: string[] };

export type PhotoHashes = Partial<Record<ComparedKind, Turned>>;

/** Null for a photo with too little to see, which would resemble every other one. */
export async function hashPhoto(jpeg: Buffer): Promise<Turned | null> {
  const cropped = await hashCropped(jpeg);
  if (!cropped) return null;
  const { whole, middle } = cropped;
  const turns = [whole, middle].flatMap(({ pdq, turned }) => [pdq, ...turned]);
  return { upright: { whole: whole.pdq, middle: middle.pdq }, turns };
}

const Kept = z.partialRecord(z.enum(COMPARED), z.string());

/** What is sealed. The version before can read it too: as a large number. */
export const keptHashes = (hashes: PhotoHashes): Buffer =>
  Buffer.from(
    JSON.stringify(
      Object.fromEntries(
        Object.entries(hashes).map(([kind, { upright }]) => [kind, `0x${upright.whole}${upright.middle}`]),
      ),
    ),
  );

/** What was sealed. Without hashes of 64 bits, which versions before PDQ made. */
export function readHashes(kept: Buffer): Partial<Record<ComparedKind, Upright>> {
  const uprights: Partial<Record<ComparedKind, Upright>> = {};
  for (const [kind, text] of Object.entries(Kept.parse(JSON.parse(kept.toString())))) {
    const [, whole, middle] = /^0x([0-9a-f]{64})([0-9a-f]{64})$/.exec(text) ?? [];
    if (whole && middle) uprights[kind as ComparedKind] = { whole, middle };
  }
  return uprights;
}

export const isSamePhoto = (ours: PhotoHashes, theirs: ReturnType<typeof readHashes>): boolean =>
  COMPARED.some((kind) => {
    const [one, other] = [ours[kind], theirs[kind]];
    if (!one || !other) return false;
    const wanted = [other.whole, other.middle].map(pdqWords);
    return one.turns.some((turn) => {
      const words = pdqWords(turn);
      return wanted.some((hash) => pdqDistance(words, hash) <= DIFFERENT_BITS_MOST[kind]);
    });
  });

const PURPOSE = "identity-marks";

/** An HMAC under a key derived from the master key. */
export const markOf = (...parts: readonly (string | number)[]): bigint =>
  hmac(PURPOSE, JSON.stringify(parts)).readBigInt64BE(0);

function wordsOf(hex: string): string[] {
  const bits = bitsOf(hex);
  return PDQ_WORDS.map(({ from, bits: length }) => bits.slice(from - 1, from - 1 + length));
}

/** The words that differ in one bit. */
const besides = (word: string): string[] =>
  Array.from(word, (bit, at) => `${word.slice(0, at)}${bit === "1" ? "0" : "1"}${word.slice(at + 1)}`);

const marksIn = (kind: ComparedKind, hashes: readonly string[], spread: (word: string) => readonly string[]) =>
  hashes.flatMap((hash) =>
    wordsOf(hash).flatMap((word, at) => spread(word).map((one) => markOf("pdq", kind, at, one))),
  );

const each = <T>(hashes: PhotoHashes, make: (kind: ComparedKind, hash: Turned) => T[]): T[] =>
  COMPARED.flatMap((kind) => (hashes[kind] ? make(kind, hashes[kind]) : []));

/** The marks that a check is found by: of each word of its photos' hashes. */
export const photoMarks = (hashes: PhotoHashes): bigint[] =>
  each(hashes, (kind, { upright: { whole, middle } }) => marksIn(kind, [whole, middle], (word) => [word]));

/**
 * The marks of checks with such a photo: of each word of each turn, and of the words that differ from it in one bit. Of hashes that
 * differ in 31 bits, 94 % share such a word, and nearly all that differ in fewer.
 */
export const photoKeys = (hashes: PhotoHashes): bigint[] => [
  ...new Set(each(hashes, (kind, { turns }) => marksIn(kind, turns, (word) => [word, ...besides(word)]))),
];

/** Versions before PDQ made eight marks of each photo. Now there are 22, so a check has none, 22 or 44. */
export const OF_64_BITS = Prisma.sql`cardinality(photo_marks) IN (8, 16)`;
