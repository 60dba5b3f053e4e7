import { z } from "zod";

/** A name that somebody gives to a thing: one line, no blanks around or doubled, from one to `max` characters. */
export const nameText = (max: number, empty: string) =>
  z
    .string()
    .transform((text) => text.replace(/[\p{Cc}\s]+/gu, " ").trim())
    .pipe(
      z
        .string()
        .min(1, { error: empty })
        .max(max, { error: `Use ${max} characters or fewer.` }),
    );
