import { z } from "zod";

const dateTime = z.iso.datetime();

/** The payload of every event type that is sent. Contract: Events. */
export const events = {
  "solo_account.verified": z.object({
    accountId: z.string(),
    externalUserId: z.string(),
    status: z.literal("verified"),
    verifiedAt: dateTime,
  }),
  "solo_account.suspended": z.object({
    accountId: z.string(),
    externalUserId: z.string(),
    reason: z.enum([
      "subscription_lapsed",
      "platform_lapsed",
      "partner_deactivated",
      "platform_deactivated",
      "manual_suspension",
    ]),
  }),
} as const;

export type EventType = keyof typeof events;
export type Payload<T extends EventType> = z.infer<(typeof events)[T]>;
