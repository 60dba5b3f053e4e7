import { z } from "zod";

const NAME_MAX = 100;
const TITLE_MAX = 200;
const ADDRESS_MAX = 40;

/** One line of text. Control characters and runs of whitespace become one space. */
const oneLine = z.string().transform((text) =>
  text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ")
    .trim(),
);

const publicText = (max: number, missing: string) =>
  oneLine.pipe(
    z
      .string()
      .min(1, { error: missing })
      .max(max, { error: `Keep it to ${max} characters.` })
      .regex(/[\p{L}\p{N}]/u, { error: "Use at least one letter or digit." })
      .regex(/^[^<>]*$/u, { error: "Leave out < and >." }),
  );

/** A creator's part of a statement, as the form sends it. */
export const StatementInput = z.object({
  displayName: publicText(NAME_MAX, "Enter the name you publish under."),
  /** Null: all works of this creator. */
  workTitle: publicText(TITLE_MAX, "Enter the title of the work, or choose all your works.").nullable(),
  producedOn: z.iso
    .date({ error: "Enter a valid date, such as March 27, 2026." })
    .transform((text) => new Date(`${text}T00:00:00.000Z`))
    .refine((date) => date.getUTCFullYear() >= 1995, { error: "Enter the year with four digits, such as 2026." }),
  /** The chosen part of the URL. Empty for none. */
  address: z
    .string()
    .trim()
    .toLowerCase()
    .max(ADDRESS_MAX, { error: `Keep it to ${ADDRESS_MAX} characters.` })
    .regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, { error: "Use letters a to z, digits, and single hyphens between them." }),
  indexable: z.boolean(),
});
export type StatementInput = z.output<typeof StatementInput>;

/** A statement's text, in order. */
export type StatementText = {
  displayName: string;
  workTitle: string | null;
  producedOn: Date;
  custodianName: string;
  custodianTitle: string;
  custodianAddress: string;
  custodianHours: string;
};

/** A published version of a statement. */
export type PublishedStatement = StatementText & { version: number; publishedAt: Date };
