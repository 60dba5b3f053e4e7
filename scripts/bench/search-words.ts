// Texts that look like chance and are the same in each run, their words as uneven as those of a language.

/** Words of titles, the first ones much more frequent than the last (Zipf's law). */
export const WORDS = 200_000;

const SYLLABLES =
  "ba be bi bo bu ca ce ci co cu da de di do du fa fe fi fo fu ga ge gi go gu la le li lo lu ma me mi mo mu na ne ni";
const syllables = SYLLABLES.split(" ");
const ENDS = "rstnlmkd";

/** The word of a rank: three syllables and an end, or four where three are used up. */
export function wordAt(rank: number): string {
  let scattered = (rank * 7919) % 59_319;
  let word = "";
  for (let n = 0; n < 3; n++) {
    word += syllables[scattered % 39];
    scattered = Math.floor(scattered / 39);
  }
  if (rank >= 59_319) word += syllables[Math.floor(rank / 59_319) % 39];
  return word + ENDS[rank % 8];
}

/** Numbers from 0 to below 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const words = Array.from({ length: WORDS }, (_, rank) => wordAt(rank));

/** A word by chance. */
export const anyWord = (random: () => number): string => words[Math.floor(WORDS ** random()) - 1] ?? "";

/** A title by chance, of four to seven words. */
export function anyTitle(random: () => number): string {
  const length = 4 + Math.floor(4 * random());
  const title = Array.from({ length }, () => anyWord(random)).join(" ");
  return random() < 0.2 ? `${title} part ${1 + Math.floor(12 * random())}` : title;
}
