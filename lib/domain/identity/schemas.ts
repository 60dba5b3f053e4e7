import { z } from "zod";
import { emailAddress } from "@/lib/platform/wire";
import { DOCUMENT_TYPES, isCountry, isOfState, isState, PHOTO_KINDS } from "./documents";
import { CUSTODIAN_REASONS, PHOTO_FAULTS } from "./rejection-reasons";

const NAME_MAX = 200;
const OTHER_NAMES_MAX = 20;
const NOTE_MAX = 500;

/** One line of text. Control characters and runs of whitespace become one space. */
const oneLine = z.string().transform((text) =>
  text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim(),
);

const personName = oneLine.pipe(
  z
    .string()
    .max(NAME_MAX, { error: `Keep it to ${NAME_MAX} characters.` })
    .regex(/\p{L}/u, { error: "Use at least one letter." })
    .regex(/^[^<>]*$/u, { error: "Leave out < and >." }),
);

/** A calendar date, `YYYY-MM-DD`, as midnight UTC. */
export const calendarDate = z.iso
  .date({ error: "Enter a valid date, such as March 27, 1996." })
  .transform((text) => new Date(`${text}T00:00:00.000Z`));

/** A person's birth date, from 1900 on. */
export const birthDate = calendarDate.refine((date) => date.getUTCFullYear() >= 1900, {
  error: "Enter the year with four digits, such as 1996.",
});

/** The details a person enters. */
export const DetailsInput = z.object({
  legalName: oneLine
    .refine((name) => name.length > 0, { error: "Enter your name as shown on your document.", abort: true })
    .pipe(personName),
  birthDate,
  otherNames: z
    .array(oneLine)
    .transform((names) => [...new Set(names.filter((name) => name !== ""))])
    .pipe(z.array(personName).max(OTHER_NAMES_MAX, { error: `Enter at most ${OTHER_NAMES_MAX} other names.` })),
});
export type DetailsInput = z.infer<typeof DetailsInput>;

/** The document that proves the details. A US driver’s license has its state, and nothing else does. */
export const DocumentInput = z
  .object({
    documentType: z.enum(DOCUMENT_TYPES, { error: "Choose a document type." }),
    documentCountry: z.string().refine(isCountry, { error: "Choose the country that issued it." }),
    documentNumber: oneLine
      .refine((number) => number.length > 0, { error: "Enter the number printed on the document.", abort: true })
      .pipe(
        z
          .string()
          .max(50, { error: "Keep it to 50 characters." })
          .regex(/^[\p{L}\p{N}][\p{L}\p{N} ./*-]*$/u, { error: "Use letters and digits, as printed on the document." }),
      ),
    /** Null for a document that never expires. */
    documentExpiry: calendarDate.nullable(),
    documentState: z.string().optional(),
  })
  .transform(({ documentState: state, ...document }) => ({
    ...document,
    documentState: isOfState(document) && state && isState(state) ? state : null,
  }))
  .refine((document) => !isOfState(document) || document.documentState !== null, {
    path: ["documentState"],
    error: "Choose the state that issued it.",
  });
export type DocumentInput = z.infer<typeof DocumentInput>;

const note = z
  .string()
  .trim()
  .max(NOTE_MAX, { error: `Keep it to ${NOTE_MAX} characters.` });
const EXPLAIN = { path: ["note"], error: "Explain what is wrong. The person reads this note." };

/** A custodian's rejection. We mail the note to the person unchanged. */
export const RejectionInput = z
  .object({ reason: z.enum(CUSTODIAN_REASONS, { error: "Choose a reason." }), note: note.default("") })
  .refine(({ reason, note }) => reason !== "other" || note !== "", EXPLAIN);
export type RejectionInput = z.infer<typeof RejectionInput>;

/** The better photos that a custodian asks for. We mail the note to the person unchanged. */
export const PhotoRequestInput = z
  .object({
    photos: z.array(z.enum(PHOTO_KINDS)).min(1, { error: "Choose at least one photo." }),
    reason: z.enum(PHOTO_FAULTS, { error: "Choose what is wrong." }),
    note: note.default(""),
  })
  .refine(({ reason, note }) => reason !== "other" || note !== "", EXPLAIN);
export type PhotoRequestInput = z.infer<typeof PhotoRequestInput>;

/** What a custodian writes for the others. */
export const CheckNoteInput = note.min(1, { error: "Write a note." });

/** What a custodian enters about a known case, beside its person and their document. */
export const KnownCaseInput = z
  .object({
    email: emailAddress,
    expected: z.enum(["approve", "reject"], { error: "Choose the expected decision." }),
    reasons: z.array(z.enum(CUSTODIAN_REASONS)),
    why: note.min(1, { error: "Say why. Reviewers read it after their decision." }),
  })
  .transform((known) => ({ ...known, reasons: known.expected === "reject" ? known.reasons : [] }))
  .refine(({ expected, reasons }) => expected === "approve" || reasons.length > 0, {
    path: ["reasons"],
    error: "Choose each reason that is right.",
  });
export type KnownCaseInput = z.infer<typeof KnownCaseInput>;

/** A person verified elsewhere, imported by an operator. */
export const ImportInput = z.object({
  email: emailAddress,
  legalName: personName,
  birthDate,
  verifiedAt: z.date(),
  /** An image of the verified document. */
  document: z.custom<Uint8Array>((value) => value instanceof Uint8Array).optional(),
});
export type ImportInput = z.input<typeof ImportInput>;
