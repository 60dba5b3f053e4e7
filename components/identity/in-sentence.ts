/** A label inside a sentence: lowercases its first letter, except in abbreviations ("28 CFR", "ID"). */
export const inSentence = (label: string): string =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
