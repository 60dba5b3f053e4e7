import { z } from "zod";
import { isVisible } from "@/lib/platform/wire";
import { DIRECTIONS, SOURCE_KINDS } from "./labels";

const name = z
  .string()
  .trim()
  .max(80, { error: "Use up to 80 characters." })
  .refine(isVisible, { error: "Enter a name." });

const daysKept = z.coerce
  .number({ error: "Enter a number of days." })
  .int({ error: "Enter whole days." })
  .min(1, { error: "Enter at least 1 day." })
  .max(3650, { error: "Enter up to 3650 days." });

/** What a custodian can change about a source. */
export const SourceChange = z.object({ name, daysKept });
export type SourceChange = z.infer<typeof SourceChange>;

/** A new source. */
export const SourceInput = SourceChange.extend({
  kind: z.enum(SOURCE_KINDS, { error: "Choose a service." }),
  direction: z.enum(DIRECTIONS, { error: "Choose a direction." }),
  baseUrl: z.string().trim().max(300, { error: "Use up to 300 characters." }),
  groupId: z.string().trim(),
})
  .refine(({ kind, groupId }) => kind !== "threatexchange" || /^[0-9]{1,30}$/.test(groupId), {
    error: "Enter the number of the privacy group.",
    path: ["groupId"],
  })
  // Files only bring hashes. The form hides the choice.
  .transform((input) => (input.kind === "file" ? { ...input, direction: "in" as const } : input));
export type SourceInput = z.infer<typeof SourceInput>;

// Sent as headers or in an address.
const key = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{8,500}$/, { error: "Enter the key as the service gave it to you." });
const optional = z.union([z.literal("").transform(() => undefined), key]).optional();

/** The keys of a source of each kind. */
export const KEYS = {
  stopncii: z.object({ subscriptionKey: key, fetchKey: key, submitKey: optional, feedbackKey: optional }),
  threatexchange: z.object({
    accessToken: key.regex(/^[0-9]{3,30}\|/, { error: "Enter the token with the app’s number, such as 1234|secret." }),
  }),
} as const;
export type StopNciiKeys = z.infer<typeof KEYS.stopncii>;
export type ThreatExchangeKeys = z.infer<typeof KEYS.threatexchange>;
