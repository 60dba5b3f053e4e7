/** The words of a text, in lower case. */
export const wordsIn = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether each word of a query starts a word of a text. */
export const hasWords = (text: string, query: string): boolean =>
  wordsIn(query).every((word) => wordsIn(text).some((each) => each.startsWith(word)));
