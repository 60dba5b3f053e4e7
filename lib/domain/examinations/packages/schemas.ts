import { z } from "zod";
import { isVisible } from "@/lib/platform/wire";

const text = (max: number, missing: string) =>
  z
    .string()
    .trim()
    .max(max, { error: `Use up to ${max} characters.` })
    .refine(isVisible, { error: missing });

/** What a custodian enters about a package, with the sentence for each wrong field. */
export const PackageInput = z.object({
  profile: z.enum(["inspector", "acquirer", "court"], { error: "Choose who it is for." }),
  requester: text(200, "Enter who asked."),
  authority: text(500, "Enter what they act under."),
  reason: text(500, "Give a reason."),
  producedFrom: z.date({ error: "Enter a day." }).nullable(),
  /** The day after the last one. */
  producedUntil: z.date({ error: "Enter a day." }).nullable(),
});
export type PackageInput = z.output<typeof PackageInput>;
