/** Text from outside on one line, without quotation marks that could end the quotation early. */
export const quotable = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ")
    .replace(/[“”„‟"]/g, "'")
    .trim();
