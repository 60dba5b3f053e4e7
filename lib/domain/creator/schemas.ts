import { z } from "zod";

const NAME_MAX = 200;

/** Another name that a person has used, as the form sends it. Like those of the ID check: kept as it was typed. */
export const AliasName = z
  .string()
  .transform((text) =>
    text
      .normalize("NFC")
      .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ")
      .trim(),
  )
  .pipe(
    z
      .string()
      .min(1, { error: "Enter the name." })
      .max(NAME_MAX, { error: `Keep it to ${NAME_MAX} characters.` })
      .regex(/[\p{L}\p{N}]/u, { error: "A name has at least one letter or digit." })
      .regex(/^[^<>]*$/u, { error: "Leave out < and >." }),
  );

/** How many names a person may add. Those that are no longer used count too: all stay in the index. */
export const ALIASES_MOST = 100;

/** A platform's works are counted up to here: nobody needs the exact number of more. */
export const WORKS_COUNTED = 10_000;
