import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockUser } from "@/lib/domain/locks";
import { inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { lockAccount } from "./lock-account";
import { issueLink } from "./onboarding-links";

/**
 * A fresh link into the onboarding of an account, for the linked person who is signed in: signing in proved the mailbox to
 * which such links are mailed. Throws `NotFound` for an account that is not linked to them.
 */
export function openOnboarding(ctx: Ctx<PersonActor>, accountId: string): Promise<{ url: string }> {
  return inTransaction(async (tx) => {
    const { userId } = ctx.actor;
    await lockUser(tx, userId);
    await lockAccount(tx, { id: accountId });
    if ((await tx.soloAccount.count({ where: { id: accountId, userId } })) === 0) throw new NotFound();
    const { id, url } = await issueLink(tx, { accountId, kind: "mail" });
    record(tx, {
      ctx,
      action: "onboarding_link.opened",
      subject: { kind: "onboarding_link", id },
      partnerId: null,
      detail: { accountId },
    });
    return { url };
  });
}
