import type { Ctx, PartnerKeyActor, PortalUserActor } from "@/lib/domain/context";
import { assertMay } from "@/lib/domain/people";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import { findHold, placeHold } from "./holds";
import { type LockedAccount, lockAccount } from "./lock-account";
import { presentDeactivated } from "./present";
import type { DeactivatedSoloAccount } from "./schemas";
import { emitSuspended, settleAccount } from "./settle-account";

/**
 * Take a creator whom the platform funds out of custody, in whatever state the account is. Records stay. Unless it is a
 * repeat, it sends one `solo_account.suspended` with `partner_deactivated`, also where something else suspends the account.
 * Contract: Solo accounts, deactivate. Throws `NotFound`, `Forbidden`, and 409 `CREATOR_PAYS_OWN_SUBSCRIPTION`.
 */
export async function deactivateAccount(
  ctx: Ctx<PartnerKeyActor | PortalUserActor>,
  accountId: string,
): Promise<DeactivatedSoloAccount> {
  const { partnerId } = ctx.actor;
  return inTransaction(async (tx) => {
    await assertMay(tx, ctx, { partnerId, to: "manage_records" });
    return deactivateIn(tx, ctx, accountId);
  });
}

/** `deactivateAccount` within a transaction, for an actor of whom is known that they may. */
export async function deactivateIn(
  tx: Tx,
  ctx: Ctx<PartnerKeyActor | PortalUserActor>,
  accountId: string,
): Promise<DeactivatedSoloAccount> {
  const account = await lockAccount(tx, { id: accountId, partnerId: ctx.actor.partnerId });
  const heldSince = await findHold(tx, account, "partner");
  // The moment that a read tells too: another hold may have suspended the account earlier.
  if (heldSince) return presentDeactivated(account, { deactivated: false, since: account.suspendedAt ?? heldSince });
  refuseWhereCreatorPays(account);
  const since = await placeHold(tx, ctx, account, { kind: "partner", reason: "partner_deactivated" });
  const settled = await settleAccount(tx, ctx, accountId);
  // `settleAccount` announces only what suspended the creator first. Without this event, the partner would never learn why the
  // creator stays suspended once that is lifted.
  const isTold = account.status !== "suspended" && settled.suspendReason === "partner_deactivated";
  if (!isTold) await emitSuspended(tx, account, "partner_deactivated");
  return presentDeactivated(account, { deactivated: true, since: settled.suspendedAt ?? since });
}

/** Throws 409 `CREATOR_PAYS_OWN_SUBSCRIPTION`: custody that the creator pays for is not the partner's to end or resume. */
export function refuseWhereCreatorPays({ fundedBy }: Pick<LockedAccount, "fundedBy">): void {
  if (fundedBy === "creator") {
    throw new Conflict("CREATOR_PAYS_OWN_SUBSCRIPTION", "This creator pays for their own subscription");
  }
}
