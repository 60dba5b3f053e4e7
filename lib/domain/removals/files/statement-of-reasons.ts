import { z } from "zod";

// A statement of reasons, as the DSA Transparency Database of the European Commission takes it (Regulation (EU) 2022/2065, articles 17
// and 24(5)): its names and enumerations, those that a takedown can have.

/** The countries of the European Economic Area, as `territorial_scope` names them. */
export const EEA = [
  ...["AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IS", "IT", "LI", "LT"],
  ...["LU", "LV", "MT", "NL", "NO", "PL", "PT", "RO", "SE", "SI", "SK"],
] as const;

const YesNo = z.enum(["Yes", "No"]);
const text = (most: number) => z.string().min(1).max(most);
const dayFrom = (first: string) => z.iso.date().refine((day) => day >= first, { error: `Not before ${first}` });

const Common = z.strictObject({
  decision_visibility: z
    .array(z.enum(["DECISION_VISIBILITY_CONTENT_REMOVED", "DECISION_VISIBILITY_CONTENT_DISABLED"]))
    .min(1),
  decision_ground_reference_url: z.url().max(500).optional(),
  content_type: z
    .array(
      z.enum([
        "CONTENT_TYPE_AUDIO",
        "CONTENT_TYPE_IMAGE",
        "CONTENT_TYPE_TEXT",
        "CONTENT_TYPE_VIDEO",
        "CONTENT_TYPE_OTHER",
      ]),
    )
    .min(1),
  /** Only with `CONTENT_TYPE_OTHER`. */
  content_type_other: text(500).optional(),
  category: z.enum([
    "STATEMENT_CATEGORY_CYBER_VIOLENCE",
    "STATEMENT_CATEGORY_INTELLECTUAL_PROPERTY_INFRINGEMENTS",
    "STATEMENT_CATEGORY_OTHER_VIOLATION_TC",
  ]),
  category_specification: z
    .array(z.enum(["KEYWORD_COPYRIGHT_INFRINGEMENT", "KEYWORD_NON_CONSENSUAL_IMAGE_SHARING"]))
    .min(1)
    .optional(),
  territorial_scope: z.array(z.enum(EEA)).min(1),
  /** When the content was posted. */
  content_date: dayFrom("2000-01-01"),
  /** From when it was down. */
  application_date: dayFrom("2020-01-01"),
  decision_facts: text(5000),
  source_type: z.enum([
    "SOURCE_ARTICLE_16",
    "SOURCE_TRUSTED_FLAGGER",
    "SOURCE_TYPE_OTHER_NOTIFICATION",
    "SOURCE_VOLUNTARY",
  ]),
  automated_detection: YesNo,
  automated_decision: z.enum([
    "AUTOMATED_DECISION_FULLY",
    "AUTOMATED_DECISION_PARTIALLY",
    "AUTOMATED_DECISION_NOT_AUTOMATED",
  ]),
  /** Unique in the platform. */
  puid: z.string().regex(/^[A-Za-z0-9_-]{1,500}$/),
});

/** Each ground has fields of its own, and none of the other's. */
export const StatementOfReasons = z
  .discriminatedUnion("decision_ground", [
    Common.extend({
      decision_ground: z.literal("DECISION_GROUND_ILLEGAL_CONTENT"),
      illegal_content_legal_ground: text(500),
      illegal_content_explanation: text(2000),
    }),
    Common.extend({
      decision_ground: z.literal("DECISION_GROUND_INCOMPATIBLE_CONTENT"),
      incompatible_content_ground: text(500),
      incompatible_content_explanation: text(2000),
      incompatible_content_illegal: YesNo.optional(),
    }),
  ])
  .refine((one) => one.content_type.includes("CONTENT_TYPE_OTHER") === (one.content_type_other !== undefined), {
    path: ["content_type_other"],
    error: "Needed for CONTENT_TYPE_OTHER, and only then",
  });
export type StatementOfReasons = z.output<typeof StatementOfReasons>;
