import type { Ctx, PersonActor } from "@/lib/domain/context";
import { inTransaction } from "@/lib/platform/db";
import { answerLink, type LinkAnswer } from "./approve-link";
import { lockAccount } from "./lock-account";

/**
 * The person refuses to be linked. Final: they are never mailed about that platform again. Nothing the platform can read of
 * the account changes, and no event is sent. Declining again changes nothing. `ctx` must stand for a person whose mailbox
 * is proven. Contract: Consent link request. Throws `NotFound` when this person was not asked, 409 `link_already_approved`.
 */
export function declineLink(ctx: Ctx<PersonActor>, accountId: string): Promise<LinkAnswer> {
  return inTransaction(async (tx) => {
    const { status } = await lockAccount(tx, { id: accountId });
    const changed = await answerLink(tx, ctx, { accountId, decision: "declined" });
    return { accountId, changed, status };
  });
}
