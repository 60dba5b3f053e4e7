/**
 * A receiver's text without characters that hide or reorder text: invisible characters (controls, directions, joiners) become
 * `\u{202e}`. Line breaks and tabs stay.
 */
export const visibleText = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) =>
    char === "\n" || char === "\t" || char === "\r" ? char : `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );

/** JSON with the same characters as JSON escapes, so that it means the same. */
export const visibleJson = (text: string): string =>
  text.replace(/[\p{Cf}\p{Zl}\p{Zp}\x7f-\x9f]/gu, (char) =>
    Array.from({ length: char.length }, (_, n) => `\\u${char.charCodeAt(n).toString(16).padStart(4, "0")}`).join(""),
  );

/** A message's headers, one per line and value. */
export const headerLines = (headers: Readonly<Record<string, string | string[] | undefined>>): string =>
  Object.entries(headers)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value ?? ""]).map((one) => `${name}: ${one}`))
    .join("\n");
