import { z } from "zod";
import { findUnstorableText } from "@/lib/platform/unstorable-text";

/** Why somebody does something to a record, in their own words: 3 to 500 characters. `hint` stands where there are fewer. */
export const reasonText = (hint: string) =>
  z
    .string()
    .trim()
    .min(3, hint)
    .max(500, "Keep the reason below 500 characters.")
    .refine((text) => !findUnstorableText(text), "The reason holds characters that cannot be kept.");
