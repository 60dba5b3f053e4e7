import { z } from "zod";

const NAME_MAX = 100;
const TITLE_MAX = 200;
const ADDRESS_MAX = 40;

/** Text of one line: control characters become blanks, blanks are joined. */
const oneLine = z.string().transform((text) =>
  text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ")
    .trim(),
);

const shownText = (most: number, missing: string) =>
  oneLine.pipe(
    z
      .string()
      .min(1, { error: missing })
      .max(most, { error: `Keep it to ${most} characters.` })
      .regex(/[\p{L}\p{N}]/u, { error: "Use at least one letter or digit." })
      .regex(/^[^<>]*$/u, { error: "Leave out < and >." }),
  );

/** What a creator says in a statement, as the form sends it. */
export const StatementInput = z.object({
  displayName: shownText(NAME_MAX, "Enter the name that you publish under."),
  /** Null: all works of this creator. */
  workTitle: shownText(TITLE_MAX, "Enter the title of the work, or choose all your works.").nullable(),
  producedOn: z.iso
    .date({ error: "Enter a date that exists, such as 27 March 2026." })
    .transform((text) => new Date(`${text}T00:00:00.000Z`))
    .refine((date) => date.getUTCFullYear() >= 1995, { error: "Enter the year with four digits, such as 2026." }),
  /** The part of the address that is theirs to choose; empty for none. */
  address: z
    .string()
    .trim()
    .toLowerCase()
    .max(ADDRESS_MAX, { error: `Keep it to ${ADDRESS_MAX} characters.` })
    .regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, { error: "Use a to z, digits, and single hyphens between them." }),
  indexable: z.boolean(),
});
export type StatementInput = z.output<typeof StatementInput>;

/** What a statement says, in the order in which it says it. */
export type StatementText = {
  displayName: string;
  workTitle: string | null;
  producedOn: Date;
  custodianName: string;
  custodianTitle: string;
  custodianAddress: string;
  custodianHours: string;
};

/** A statement as it was published, with its date. */
export type PublishedStatement = StatementText & { version: number; publishedAt: Date };
