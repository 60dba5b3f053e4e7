/** A label inside a sentence: its first letter small, and its abbreviations as they are ("28 CFR", "ID"). */
export const inSentence = (label: string): string =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
