import { z } from "zod";
import { event } from "@/lib/domain/webhooks/event-type";
import { at, id } from "./fields";

const example = { accountId: "03f9c2k7v1m4x8q0z5t6b3n1a", externalUserId: "creator-42" };

export const soloAccountEvents = {
  "solo_account.verified": event({
    when: "The creator is fully compliant: ID verified and paid for. Sent again when an active account is provisioned again.",
    data: z.object({ accountId: id, externalUserId: z.string(), status: z.literal("verified"), verifiedAt: at }),
    example: { ...example, status: "verified", verifiedAt: "2026-09-05T12:00:00.000Z" },
  }),
  "solo_account.suspended": event({
    when: "The creator is no longer in custody: revoke upload access.",
    data: z.object({
      accountId: id,
      externalUserId: z.string(),
      reason: z.enum([
        "subscription_lapsed",
        "platform_lapsed",
        "partner_deactivated",
        "platform_deactivated",
        "manual_suspension",
      ]),
    }),
    example: { ...example, reason: "partner_deactivated" },
  }),
} as const;
