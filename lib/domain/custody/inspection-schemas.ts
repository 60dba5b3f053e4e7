import { z } from "zod";
import { isVisible } from "@/lib/platform/wire";

/** How many productions one inspection can name. */
export const PRODUCTIONS_MAX = 100;

const text = (max: number, missing: string) =>
  z
    .string()
    .trim()
    .max(max, { error: `Use up to ${max} characters.` })
    .refine(isVisible, { error: missing });

/** What a custodian enters about an inspection, with the sentence for each wrong field. */
export const InspectionInput = z.object({
  agency: text(200, "Enter the inspector’s agency."),
  inspector: text(200, "Enter the inspector’s name."),
  authority: text(500, "Enter what the inspector acted under."),
  inspectedAt: z.date({ error: "Enter the day and the time." }),
  productionIds: z
    .array(z.string())
    .min(1, { error: "Enter the id of at least one production." })
    .max(PRODUCTIONS_MAX, { error: `Enter up to ${PRODUCTIONS_MAX} productions.` }),
  shown: text(5000, "Say what you showed."),
});
export type InspectionInput = z.infer<typeof InspectionInput>;
