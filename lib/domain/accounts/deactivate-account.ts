import type { Ctx, PartnerKeyActor, PortalUserActor } from "@/lib/domain/context";
import { assertMay } from "@/lib/domain/people";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, Unprocessable } from "@/lib/platform/errors";
import { deriveAccountStatus, emitSuspended } from "./account-status";
import { type LockedAccount, lockAccount } from "./lock-account";
import { enqueueGreeting } from "./mail-creator";
import { presentDeactivated, presentReactivated } from "./present";
import type { DeactivatedSoloAccount, ReactivatedSoloAccount } from "./schemas";
import type { SuspendReason } from "./states";
import { addSuspension, endSuspension, findSuspension } from "./suspensions";

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
  const heldSince = await findSuspension(tx, account, "partner");
  // The moment that a read tells too: another hold may have suspended the account earlier.
  if (heldSince) return presentDeactivated(account, { deactivated: false, since: account.suspendedAt ?? heldSince });
  refuseWhereCreatorPays(account);
  const since = await addSuspension(tx, ctx, account, { kind: "partner", reason: "partner_deactivated" });
  const derived = await deriveAccountStatus(tx, ctx, accountId);
  // `deriveAccountStatus` announces only what suspended the creator first. Without this event, the partner would never learn why the
  // creator stays suspended once that is lifted.
  const isTold = account.status !== "suspended" && derived.suspendReason === "partner_deactivated";
  if (!isTold) await emitSuspended(tx, account, "partner_deactivated");
  return presentDeactivated(account, { deactivated: true, since: derived.suspendedAt ?? since });
}

/** Throws 409 `CREATOR_PAYS_OWN_SUBSCRIPTION`: custody that the creator pays for is not the partner's to end or resume. */
export function refuseWhereCreatorPays({ fundedBy }: Pick<LockedAccount, "fundedBy">): void {
  if (fundedBy === "creator") {
    throw new Conflict("CREATOR_PAYS_OWN_SUBSCRIPTION", "This creator pays for their own subscription");
  }
}

/**
 * Take back a creator whom the partner deactivated. Only the partner's own hold is lifted; an error changes nothing.
 * The hold also goes where the creator has come to pay since it was placed: nothing else could ever lift it.
 * Contract: Solo accounts, reactivate. Throws `NotFound`, `Forbidden`, 409 `CREATOR_PAYS_OWN_SUBSCRIPTION`,
 * 422 `account_not_suspended` and 422 `suspended_otherwise`.
 */
export async function reactivateAccount(
  ctx: Ctx<PartnerKeyActor | PortalUserActor>,
  accountId: string,
): Promise<ReactivatedSoloAccount> {
  const { partnerId } = ctx.actor;
  return inTransaction(async (tx) => {
    await assertMay(tx, ctx, { partnerId, to: "manage_records" });
    return reactivateIn(tx, ctx, accountId);
  });
}

/** `reactivateAccount` within a transaction, which an error must undo, for an actor of whom is known that they may. */
export async function reactivateIn(
  tx: Tx,
  ctx: Ctx<PartnerKeyActor | PortalUserActor>,
  accountId: string,
): Promise<ReactivatedSoloAccount> {
  const account = await lockAccount(tx, { id: accountId, partnerId: ctx.actor.partnerId });
  if (!(await findSuspension(tx, account, "partner"))) {
    refuseWhereCreatorPays(account);
    return presentReactivated(requireTakenBack(account), { reactivated: false });
  }
  await endSuspension(tx, ctx, account, "partner");
  await markReinstated(tx, accountId);
  const derived = requireInCustody(await deriveAccountStatus(tx, ctx, accountId));
  if (derived.status !== "active") await enqueueGreeting(tx, { accountId, occasion: "service" });
  return presentReactivated(derived, { reactivated: true });
}

// Without an identity on file, being taken back is what sets the account apart from one that was never suspended.
async function markReinstated(tx: Tx, accountId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE solo_accounts a SET reinstated_at = ${clock.now()}
    WHERE a.id = ${accountId} AND a.reinstated_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM identities i WHERE i.user_id = a.user_id)`;
}

type InCustody = LockedAccount & { status: ReactivatedSoloAccount["status"] };

/** A repeat finds the account active, or taken back and waiting for the ID; anything else is not the partner's to undo. */
function requireTakenBack(account: LockedAccount): InCustody {
  if (account.status === "suspended") throw suspendedOtherwise(account);
  if (account.status === "active") return { ...account, status: account.status };
  if (account.status === "subscribed_pending_id" && account.reinstatedAt) return { ...account, status: account.status };
  throw new Unprocessable("account_not_suspended", "The account is not suspended");
}

function requireInCustody(account: LockedAccount): InCustody {
  if (account.status === "active" || account.status === "subscribed_pending_id") {
    return { ...account, status: account.status };
  }
  throw suspendedOtherwise(account);
}

const WHAT_CLEARS: Record<SuspendReason, string> = {
  subscription_lapsed: "The creator has to pay for their subscription first.",
  platform_lapsed: "Pay the platform fee first.",
  partner_deactivated: "Reactivate the account first.",
  platform_deactivated: "Only the service can clear it.",
  manual_suspension: "Only the service can clear it.",
};

/** Names the reason that remains; where nothing suspends the account, it is the payment that is missing. */
function suspendedOtherwise({ suspendReason, fundedBy }: LockedAccount): Unprocessable {
  const reason = suspendReason ?? (fundedBy === "platform" ? "platform_lapsed" : "subscription_lapsed");
  return new Unprocessable(
    "suspended_otherwise",
    `The account is suspended for another reason: ${reason}. ${WHAT_CLEARS[reason]}`,
  );
}
