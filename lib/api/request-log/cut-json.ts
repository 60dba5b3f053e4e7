// A string, complete or cut; a mark; or a number or word.
const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*)("?)|([[\]{}:,])|[^\s"[\]{}:,]+)/sy;
// A cut string without an escape that was cut in half.
const WHOLE_CHARACTERS = /^(?:[^\\]|\\[^u]|\\u[\da-f]{4})*/i;

/**
 * Completes JSON that was cut, so that it can be parsed. Leaves out a name, number or word at the end, passes a string that was cut to
 * `mend`, and closes what is open with `closers`. Throws, or returns text that isn't JSON, if the text wasn't JSON.
 */
export function completeJson(cut: string, mend: (text: string) => string): { json: string; closers: string } {
  let closers = "";
  let isValue = true;
  let end = 0;
  TOKEN.lastIndex = 0;
  for (let at = 0, token = TOKEN.exec(cut); token; at = TOKEN.lastIndex, token = TOKEN.exec(cut)) {
    const [, string, quote, mark] = token;
    if (string !== undefined && quote === "") {
      if (!isValue) break;
      const text: string = JSON.parse(`${WHOLE_CHARACTERS.exec(string)?.[0]}"`);
      return { json: cut.slice(0, at) + JSON.stringify(mend(text)) + closers, closers: `"${closers}` };
    }
    if (mark === "{" || mark === "[") closers = (mark === "{" ? "}" : "]") + closers;
    else if (mark === "}" || mark === "]") closers = closers.slice(1);
    // What follows may be a name. Otherwise this is a value, or a word that may go on after the cut.
    const isJoint = mark === "," || mark === ":" || (string !== undefined && !isValue);
    if (!isJoint && (mark || string !== undefined || TOKEN.lastIndex < cut.length)) end = TOKEN.lastIndex;
    if (mark) isValue = mark === ":" || (mark !== "{" && closers.startsWith("]"));
  }
  return { json: cut.slice(0, end) + closers, closers };
}
