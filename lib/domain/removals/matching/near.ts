import { Prisma } from "@/lib/platform/db";
import { PDQ_DISTANCE_MAX } from "@/lib/platform/pictures/pdq";
import { bitsOf, PDQ_WORDS } from "@/lib/platform/pictures/pdq-words";

export { bitsOf };

// Look-ups of PDQ hashes that differ in few bits. See docs/decisions/096-an-index-of-eleven-words.md.

const { raw, sql } = Prisma;

/**
 * Rows with a `pdq` and a database index for each of its words: of three tables; of what is wanted, those that we took ourselves;
 * of copies, those that requests are about.
 */
const HASHES = {
  copy_hashes: sql`copy_hashes row_of_table WHERE true`,
  wanted_hashes: sql`wanted_hashes row_of_table WHERE true`,
  kept_hashes: sql`wanted_hashes row_of_table WHERE NOT row_of_table.declared`,
  meant_copy_hashes: sql`copy_hashes row_of_table WHERE row_of_table.is_meant`,
  listed_hashes: sql`listed_hashes row_of_table WHERE true`,
} as const;
export type Hashes = keyof typeof HASHES;

type Word = (typeof PDQ_WORDS)[number];

/**
 * A query of the rows whose hash differs from `pdq` in at most so many bits, with `bits`. A row may come several times. For
 * a lateral join with the hashes that are looked for.
 */
export function near(hashes: Hashes, pdq: Prisma.Sql, most: number): Prisma.Sql {
  if (most > PDQ_DISTANCE_MAX) throw new RangeError(`The indexes find up to ${PDQ_DISTANCE_MAX} bits.`);
  const bits = sql`bit_count(row_of_table.pdq # ${pdq})::int`;
  const branches = PDQ_WORDS.map((word, at) => {
    const masks = masksOf(word.bits, flipsOf(at, most));
    return sql`SELECT row_of_table.*, ${bits} AS bits FROM ${HASHES[hashes]}
      AND ${wordOf(sql`row_of_table.pdq`, word)} = ANY (ARRAY(SELECT ${wordOf(pdq, word)} # mask FROM unnest(${masks}::int4[]) AS mask)) AND ${bits} <= ${most}`;
  });
  return Prisma.join(branches, " UNION ALL ");
}

/** In how many bits two hashes may differ that certainly have an equal word. */
export const EQUAL_WORD_BITS = PDQ_WORDS.length - 1;

/** The words of a hash, to join two sets of hashes by equal ones: as rows `(value, at)`. For a lateral join. */
export const wordsOf = (pdq: Prisma.Sql): Prisma.Sql =>
  sql`unnest(ARRAY[${Prisma.join(PDQ_WORDS.map((word) => wordOf(pdq, word)))}]) WITH ORDINALITY`;

/** As in the database indexes, to the letter. */
const wordOf = (pdq: Prisma.Sql, { from, bits }: Word): Prisma.Sql =>
  sql`(substring(${pdq}, ${raw(`${from}`)}, ${raw(`${bits}`)})::bit(${raw(`${bits}`)})::int4)`;

/**
 * In how many bits a word of two such hashes may differ. If each word differed in more, all together would differ in more than `most`.
 * -1: the others suffice.
 */
function flipsOf(word: number, most: number): number {
  const all = most + 1;
  // The last words first: they are shorter, so have fewer neighbors.
  const isMore = PDQ_WORDS.length - 1 - word < all % PDQ_WORDS.length;
  return Math.floor(all / PDQ_WORDS.length) + Number(isMore) - 1;
}

const kept = new Map<string, number[]>();

/** What a word's neighbors differ in: in up to so many bits. */
function masksOf(bits: number, flips: number): number[] {
  const key = `${bits} ${flips}`;
  let masks = kept.get(key);
  if (!masks) {
    const next = (of: readonly number[]) =>
      of.flatMap((mask) => Array.from({ length: bits }, (_, bit) => mask | (1 << bit)));
    masks = flips < 0 ? [] : [0];
    for (let n = 0; n < flips; n += 1) masks = [...new Set([...masks, ...next(masks)])];
    kept.set(key, masks);
  }
  return masks;
}
