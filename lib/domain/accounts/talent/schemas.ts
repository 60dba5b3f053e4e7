import { z } from "zod";
import { emailAddress } from "@/lib/platform/wire";

/** Contract: Talent check. */
export const TalentCheckBody = z
  .object({
    email: emailAddress.describe("The address you provisioned. Case is ignored; dots and plus-tags are not."),
  })
  .meta({ id: "TalentCheckBody" });

/** Contract: Talent check. */
export const TalentCheckResponse = z
  .object({
    found: z
      .boolean()
      .describe("False for anyone you did not provision, including creators verified through another platform."),
    verified: z.boolean().describe("True only when that account's status is `active`."),
    lastVerifiedAt: z.iso
      .date()
      .nullable()
      .meta({ description: "The day of the verification (UTC), or null.", examples: ["2026-09-05"] }),
  })
  .meta({ id: "TalentCheckResponse" });

export type TalentCheck = z.output<typeof TalentCheckResponse>;
