import { z } from "zod";
import { event } from "@/lib/domain/webhooks/event-type";
import { at, id, literal, text } from "./fields";

const account = {
  accountId: id("The solo account."),
  externalUserId: text("Your own id of the creator, as supplied at provisioning."),
};

const example = { accountId: "03f9c2k7v1m4x8q0z5t6b3n1a", externalUserId: "creator-42" };

export const soloAccountEvents = {
  "solo_account.verified": event({
    when: "The creator is fully compliant: ID verified and paid for. Sent when the verification is finished, when an active creator agrees to be linked to you, when a lapsed subscription is renewed, after your reactivate call, and whenever you provision an account that is active already.",
    data: z.object({
      ...account,
      status: literal("verified", "Allow uploads."),
      verifiedAt: at("Since when the creator is verified for you; the same date as in a read."),
    }),
    example: { ...example, status: "verified", verifiedAt: "2026-09-05T12:00:00.000Z" },
  }),
  "solo_account.suspended": event({
    when: "The creator is no longer in custody: revoke upload access. Sent after your deactivation also where something else had suspended the account.",
    data: z.object({
      ...account,
      reason: z
        .enum([
          "subscription_lapsed",
          "platform_lapsed",
          "partner_deactivated",
          "platform_deactivated",
          "manual_suspension",
        ])
        .meta({
          description:
            "What it was sent for. A read of the account shows the strongest `suspendReason` where there are several.",
        }),
    }),
    example: { ...example, reason: "partner_deactivated" },
  }),
} as const;
