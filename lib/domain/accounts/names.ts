const MAX_CODE_POINTS = 100;

const TAG = /<[!/?a-z][^>]*>?/gi;
// Format characters reorder or hide text. The two joiners stay: Persian and Indic names are misspelt without them.
const INVISIBLE = /[\p{Cc}\p{Cs}]|(?!\p{Join_C})\p{Cf}/gu;

/**
 * A name as a partner sent it, made fit for a mail: blanks of any kind become single spaces; control characters, text
 * direction overrides and other invisible characters go; so do tags, closed or not, and stray angle brackets; what is left
 * is cut to 100 characters, never through the middle of one. Undefined when nothing is left. Contract: firstName, lastName.
 */
export function sanitizeName(raw: string): string | undefined {
  const plain = raw
    .replace(/\s+/g, " ")
    .replace(INVISIBLE, "")
    .replace(TAG, "")
    .replace(/[<>]/g, "")
    .replace(/ +/g, " ")
    .normalize("NFC")
    .trim();
  return Array.from(plain).slice(0, MAX_CODE_POINTS).join("").trim() || undefined;
}
