import { z } from "zod";
import { isVisible, oneLine } from "@/lib/platform/wire";
import { PROFILES, SAMPLE_BASES, SAMPLE_MOST, SCOPE_KINDS } from "./labels";

/** The longest window, in days. */
export const WINDOW_DAYS = 90;
/** The longest delay of telling people, in days after a window, or after a package was asked for. */
export const DELAY_DAYS = 365;

const text = (max: number, missing: string) =>
  z
    .string()
    .trim()
    .max(max, { error: `Use up to ${max} characters.` })
    .refine(isVisible, { error: missing });

export const Reason = text(500, "Give a reason.");

export const QuestionText = text(500, "Enter your question.");
export const AnswerText = text(1000, "Enter your answer.");
export { emailAddress as MailAddress } from "@/lib/platform/wire";

/** Until when the people whose records are shown aren't told, and who forbids it; both null to tell them at once. */
const Delay = z.object({
  toldAfter: z.date({ error: "Enter a day." }).nullable(),
  delayReason: text(500, "Say who forbids it, and where.").nullable(),
});
export type Delay = z.output<typeof Delay>;

/** What a custodian enters about an examination, with the sentence for each wrong field. */
export const ExaminationInput = z.object({
  profile: z.enum(PROFILES, { error: "Choose who examines." }),
  agency: text(200, "Enter the agency, court or company."),
  examiner: text(200, "Enter the examiner’s name."),
  credential: text(200, "Enter what you checked, such as a badge number."),
  authority: text(500, "Enter what they act under."),
  opensAt: z.date({ error: "Enter when it opens: the day and the time." }),
  closesAt: z.date({ error: "Enter when it closes: the day and the time." }),
  producedFrom: z.date({ error: "Enter a day." }).nullable(),
  /** The day after the last one. */
  producedUntil: z.date({ error: "Enter a day." }).nullable(),
  ...Delay.shape,
});
export type ExaminationInput = z.output<typeof ExaminationInput>;

/** What a custodian enters about a package, with the sentence for each wrong field. */
export const PackageInput = z.object({
  profile: z.enum(["inspector", "acquirer", "court"], { error: "Choose who it is for." }),
  requester: text(200, "Enter who asked."),
  authority: text(500, "Enter what they act under."),
  reason: text(500, "Give a reason."),
  producedFrom: z.date({ error: "Enter a day." }).nullable(),
  /** The day after the last one. */
  producedUntil: z.date({ error: "Enter a day." }).nullable(),
  ...Delay.shape,
});
export type PackageInput = z.output<typeof PackageInput>;

/** Something that an examination opens. */
export const ScopeItem = z.object({ kind: z.enum(SCOPE_KINDS), itemId: z.string() });
export type ScopeItem = z.output<typeof ScopeItem>;

const size = `Enter a number from 1 to ${SAMPLE_MOST}.`;

/** What is asked of a sample, with the sentence for each wrong field. */
export const SampleInput = z.object({
  acquirer: text(200, "Enter the acquirer’s name."),
  /** The acquirer's own words or number. Empty without one. On one line, because the seed is made of lines. */
  phrase: z
    .string()
    .transform(oneLine)
    .pipe(z.string().max(200, { error: "Use up to 200 characters." })),
  basis: z.enum(SAMPLE_BASES, { error: "Choose which day counts." }),
  /** The first and the last day. */
  from: z.date({ error: "Enter a day." }),
  until: z.date({ error: "Enter a day." }),
  size: z.coerce.number({ error: size }).int({ error: size }).min(1, { error: size }).max(SAMPLE_MOST, { error: size }),
});
export type SampleInput = z.output<typeof SampleInput>;

/** What a custodian enters of an examination of a sample. */
export const SampleExaminationInput = ExaminationInput.pick({
  ...({ examiner: true, credential: true, authority: true } as const),
  ...({ opensAt: true, closesAt: true, toldAfter: true, delayReason: true } as const),
});
export type SampleExaminationInput = z.output<typeof SampleExaminationInput>;
