import { z } from "zod";

const NAME_MAX = 200;

/** Another name of a person, as the form sends it. Stored as typed, like the names of the ID check. */
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
      .regex(/[\p{L}\p{N}]/u, { error: "Use at least one letter or digit." })
      .regex(/^[^<>]*$/u, { error: "Leave out < and >." }),
  );

/** The most names a person may add. Retired ones count, because they stay in the index. */
export const ALIASES_MOST = 100;
