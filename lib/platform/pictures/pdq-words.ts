// A PDQ hash cut into eleven words, to find near ones by equal keys. See docs/decisions/096-an-index-of-eleven-words.md.

type Word = { from: number; bits: number };

const WORD_BITS = [24, 24, 24, 23, 23, 23, 23, 23, 23, 23, 23] as const;

/** Where each word is, counted from 1 as PostgreSQL does. */
export const PDQ_WORDS: readonly Word[] = WORD_BITS.map((bits, at) => ({
  from: 1 + WORD_BITS.slice(0, at).reduce((sum, before) => sum + before, 0),
  bits,
}));

/** A hash as PostgreSQL writes it. */
export const bitsOf = (hex: string): string =>
  Array.from(hex, (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, "0")).join("");
