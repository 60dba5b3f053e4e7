/** Escapes LIKE wildcards. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** The LIKE pattern for values that start with a text. */
export const prefixPattern = (text: string): string => `${escapeLike(text)}%`;
