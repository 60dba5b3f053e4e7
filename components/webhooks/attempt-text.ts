/**
 * Text of a receiver with nothing in it that hides or moves what stands around it: characters without a sign of their own
 * (controls, directions, joiners) are written as `\u{202e}`. Line ends and tabs stay.
 */
export const visibleText = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) =>
    char === "\n" || char === "\t" || char === "\r" ? char : `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );

/** JSON with the same characters written as JSON's own escapes: what is shown means the same. */
export const visibleJson = (text: string): string =>
  text.replace(/[\p{Cf}\p{Zl}\p{Zp}\x7f-\x9f]/gu, (char) =>
    Array.from({ length: char.length }, (_, n) => `\\u${char.charCodeAt(n).toString(16).padStart(4, "0")}`).join(""),
  );

/** A message's headers, one a line. One that came several times has a line for each. */
export const headerLines = (headers: Readonly<Record<string, string | string[] | undefined>>): string =>
  Object.entries(headers)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value ?? ""]).map((one) => `${name}: ${one}`))
    .join("\n");
