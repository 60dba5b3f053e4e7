import { randomInt } from "node:crypto";

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const DRAWN = 10;

/**
 * The end of a statement's public address: the part that was chosen, if any, and ten characters drawn by lot. So nobody
 * guesses an address, and no choice is ever taken: being refused one would tell that somebody else has it.
 */
export function drawSlug(chosen: string): string {
  const drawn = Array.from({ length: DRAWN }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return chosen ? `${chosen}-${drawn}` : drawn;
}

/** The part of an address that was chosen; empty where none was. */
export const chosenPart = (slug: string): string => slug.slice(0, -DRAWN).replace(/-$/, "");
