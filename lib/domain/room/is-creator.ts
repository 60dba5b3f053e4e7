import { db } from "@/lib/platform/db";

/** Whether a person has a room of their own here: a platform named them, or something of theirs is kept. */
export async function isCreator(userId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (SELECT FROM solo_accounts WHERE user_id = ${userId})
      OR EXISTS (SELECT FROM link_requests WHERE user_id = ${userId})
      OR EXISTS (SELECT FROM identity_checks WHERE user_id = ${userId})
      OR EXISTS (SELECT FROM index_entries WHERE user_id = ${userId})
      OR EXISTS (SELECT FROM subscriptions WHERE user_id = ${userId}) AS found`;
  return row?.found ?? false;
}
