import type { Ctx, PartnerKeyActor, PortalUserActor } from "@/lib/domain/context";
import { NotFound } from "@/lib/platform/errors";
import { currentPartnerUrl } from "./onboarding-links";
import { presentAccount } from "./present";
import { findAccount } from "./queries";
import type { ReadSoloAccount } from "./schemas";

/**
 * Read one of the partner's creators. Writes nothing, unless the account is pending and its onboarding link has expired.
 * The URL is there while pending only, unlike in a repeated provision call, which leaves it out only when active: the
 * contract says so of each. Contract: Solo accounts, read. Throws `NotFound`.
 */
export async function readAccount(
  ctx: Ctx<PartnerKeyActor | PortalUserActor>,
  accountId: string,
): Promise<ReadSoloAccount> {
  const account = await findAccount(ctx.actor.partnerId, accountId);
  if (!account) throw new NotFound();
  const pending = account.status === "pending_id_verification" || account.status === "subscribed_pending_id";
  return presentAccount(account, pending ? await currentPartnerUrl(account.id, account) : undefined);
}
