const MOST = 60;

/** A title for a sentence: of a long one the beginning. */
export function shortTitle(title: string): string {
  const letters = [...title];
  return letters.length > MOST ? `${letters.slice(0, MOST).join("")}…` : title;
}
