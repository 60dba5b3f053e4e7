import { z } from "zod";
import type { Tx } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";

export const GREET_CREATOR = "greet_creator";

/**
 * Why a creator is mailed. `service`: on our own account, once. `page`: somebody with the partner's link asked.
 * `mailbox`: somebody with a mailed link asked.
 */
const MAIL_OCCASIONS = ["service", "page", "mailbox"] as const;
export type MailOccasion = (typeof MAIL_OCCASIONS)[number];

export const Greeting = z.object({ accountId: z.string(), occasion: z.enum(MAIL_OCCASIONS) });

/**
 * Have the creator mailed. Which mail, and whether one may go out today, is decided by the job: a request does the same
 * work, and takes the same time, for an address nobody knows, one that belongs to a person and one that said no.
 */
export function enqueueGreeting(tx: Tx, greeting: z.input<typeof Greeting>, runAt?: Date): Promise<void> {
  return enqueue(tx, GREET_CREATOR, greeting, {
    jobKey: `${GREET_CREATOR}:${greeting.accountId}:${greeting.occasion}`,
    runAt,
  });
}
