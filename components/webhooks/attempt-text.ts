/**
 * Text of a receiver with nothing in it that hides or moves what stands around it: characters without a sign of their own
 * (controls, directions, joiners) are written as `\u{202e}`. Line ends and tabs stay.
 */
export const visibleText = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) =>
    char === "\n" || char === "\t" || char === "\r" ? char : `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );

/** A message's headers, one a line. One that came several times has a line for each. */
export const headerLines = (headers: Readonly<Record<string, string | string[] | undefined>>): string =>
  Object.entries(headers)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value ?? ""]).map((one) => `${name}: ${one}`))
    .join("\n");
