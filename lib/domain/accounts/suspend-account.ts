import { z } from "zod";
import type { Ctx, PartnerKeyActor, PortalUserActor, StaffActor, SystemActor } from "@/lib/domain/core/context";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import { assertMay } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound, Unprocessable } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { addSuspension, deriveAccountStatus, emitSuspended, endSuspension, findSuspension } from "./account-status";
import { enqueueGreeting } from "./mail-creator";
import { type LockedAccount, lockAccount, presentDeactivated, presentReactivated } from "./queries";
import type { DeactivatedSoloAccount, ReactivatedSoloAccount } from "./schemas";
import { SERVICE_REASONS, type SoloStatus, type SuspendReason } from "./states";

const NOTE_MAX = 500;

/** Why the service suspends an account, and a custodian's note. */
export const SuspendInput = z.object({
  reason: z.enum(SERVICE_REASONS, { error: `must be ${SERVICE_REASONS.join(" or ")}` }),
  note: z
    .string()
    .trim()
    .max(NOTE_MAX, { error: `may have ${NOTE_MAX} characters` })
    .refine((text) => !findUnstorableText(text), { error: "has characters that cannot be stored" })
    .optional(),
});
export type SuspendInput = z.output<typeof SuspendInput>;

/** An account after the service suspended it or lifted the suspension. */
type SuspensionResult = {
  accountId: string;
  externalUserId: string;
  status: SoloStatus;
  suspendedAt: Date | null;
  suspendReason: SuspendReason | null;
};

type ServiceCtx = Ctx<StaffActor | SystemActor>;

/**
 * Suspend an account on behalf of the service, whatever its status. A repeat changes nothing and returns `held: false`.
 * Contract: States, `suspendReason`. Throws `NotFound`, `Forbidden`, and 409
 * `held_otherwise` if the service suspended it for the other reason.
 */
export function suspendAccount(
  ctx: ServiceCtx,
  { accountId, reason, note }: SuspendInput & { accountId: string },
): Promise<SuspensionResult & { held: boolean }> {
  return inTransaction(async (tx) => {
    const account = await lockForService(tx, ctx, accountId);
    const current = await serviceSuspensionOf(tx, account);
    if (current === reason) return { held: false, ...present(account) };
    if (current) throw suspendedForOtherReason(current);
    await addSuspension(tx, ctx, account, { kind: "service", reason }, note);
    return { held: true, ...present(await deriveAccountStatus(tx, ctx, accountId)) };
  });
}

/**
 * Lift the service's own suspension. Other suspensions keep the account suspended. If there is none to lift, nothing
 * changes and it returns `released: false`. A given `reason` must match the suspension's.
 * Throws `NotFound`, `Forbidden`, and 409 `held_otherwise`.
 */
export function liftSuspension(
  ctx: ServiceCtx,
  { accountId, reason, note }: Partial<SuspendInput> & { accountId: string },
): Promise<SuspensionResult & { released: boolean }> {
  return inTransaction(async (tx) => {
    const account = await lockForService(tx, ctx, accountId);
    const current = await serviceSuspensionOf(tx, account);
    if (!current) return { released: false, ...present(account) };
    if (reason && reason !== current) throw suspendedForOtherReason(current);
    await endSuspension(tx, ctx, account, "service", note);
    const derived = await deriveAccountStatus(tx, ctx, accountId);
    // We send no mail during a suspension: a creator not invited yet is invited now.
    if (derived.status !== "suspended" && derived.status !== "active") {
      await enqueueGreeting(tx, { accountId, occasion: "service" });
    }
    return { released: true, ...present(derived) };
  });
}

async function lockForService(tx: Tx, { actor, ...request }: ServiceCtx, accountId: string): Promise<LockedAccount> {
  if (!isId(accountId)) throw new NotFound();
  if (actor.kind === "staff") await assertNoConflict(tx, { actor, ...request }, { account: accountId });
  return lockAccount(tx, { id: accountId });
}

async function serviceSuspensionOf(tx: Tx, { id }: LockedAccount): Promise<SuspendReason | null> {
  const suspension = await tx.accountSuspension.findFirst({
    where: { accountId: id, kind: "service", liftedAt: null },
    select: { reason: true },
  });
  return suspension?.reason ?? null;
}

const suspendedForOtherReason = (reason: SuspendReason): Conflict =>
  new Conflict(
    "held_otherwise",
    `The service suspended this account for another reason: ${reason}. Lift that suspension first.`,
  );

const present = ({ id, externalUserId, status, suspendedAt, suspendReason }: LockedAccount): SuspensionResult => ({
  accountId: id,
  externalUserId,
  status,
  suspendedAt,
  suspendReason,
});

/**
 * End custody of a creator whom the partner funds, whatever the account's status. Records stay. Except for a repeat, it
 * sends one `solo_account.suspended` with `partner_deactivated`, even if the account is already suspended.
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

/** `deactivateAccount` within a transaction, for an actor already authorized. */
export async function deactivateIn(
  tx: Tx,
  ctx: Ctx<PartnerKeyActor | PortalUserActor>,
  accountId: string,
): Promise<DeactivatedSoloAccount> {
  const account = await lockAccount(tx, { id: accountId, partnerId: ctx.actor.partnerId });
  const suspendedSince = await findSuspension(tx, account, "partner");
  // The same time as in a read: another suspension may have started earlier.
  if (suspendedSince)
    return presentDeactivated(account, { deactivated: false, since: account.suspendedAt ?? suspendedSince });
  refuseWhereCreatorPays(account);
  const since = await addSuspension(tx, ctx, account, { kind: "partner", reason: "partner_deactivated" });
  const derived = await deriveAccountStatus(tx, ctx, accountId);
  // `deriveAccountStatus` announces only the first suspension. Without this event, the partner would not learn why the
  // creator stays suspended once that is lifted.
  const isAnnounced = account.status !== "suspended" && derived.suspendReason === "partner_deactivated";
  if (!isAnnounced) await emitSuspended(tx, account, "partner_deactivated");
  return presentDeactivated(account, { deactivated: true, since: derived.suspendedAt ?? since });
}

/** Throws 409 `CREATOR_PAYS_OWN_SUBSCRIPTION`: a partner cannot end or resume custody that the creator pays for. */
export function refuseWhereCreatorPays({ fundedBy }: Pick<LockedAccount, "fundedBy">): void {
  if (fundedBy === "creator") {
    throw new Conflict("CREATOR_PAYS_OWN_SUBSCRIPTION", "This creator pays for their own subscription");
  }
}

/**
 * Reactivate a creator whom the partner deactivated. Lifts only the partner's own suspension; an error changes nothing.
 * Also works if the creator has started to pay since, because nothing else could lift that suspension.
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

/** `reactivateAccount` within a transaction, which an error must roll back, for an actor already authorized. */
export async function reactivateIn(
  tx: Tx,
  ctx: Ctx<PartnerKeyActor | PortalUserActor>,
  accountId: string,
): Promise<ReactivatedSoloAccount> {
  const account = await lockAccount(tx, { id: accountId, partnerId: ctx.actor.partnerId });
  if (!(await findSuspension(tx, account, "partner"))) {
    refuseWhereCreatorPays(account);
    return presentReactivated(requireReactivated(account), { reactivated: false });
  }
  await endSuspension(tx, ctx, account, "partner");
  await markReinstated(tx, accountId);
  const derived = requireInCustody(await deriveAccountStatus(tx, ctx, accountId));
  if (derived.status !== "active") await enqueueGreeting(tx, { accountId, occasion: "service" });
  return presentReactivated(derived, { reactivated: true });
}

// Without an identity on file, this is the only trace that the account was reactivated.
async function markReinstated(tx: Tx, accountId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE solo_accounts a SET reinstated_at = ${clock.now()}
    WHERE a.id = ${accountId} AND a.reinstated_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM identities i WHERE i.user_id = a.user_id)`;
}

type InCustody = LockedAccount & { status: ReactivatedSoloAccount["status"] };

/** A repeat finds the account active, or reactivated and waiting for the ID. Anything else is not the partner's to undo. */
function requireReactivated(account: LockedAccount): InCustody {
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
  platform_deactivated: "Only we can clear it.",
  manual_suspension: "Only we can clear it.",
};

/** Names the remaining reason; without a suspension, the missing payment. */
function suspendedOtherwise({ suspendReason, fundedBy }: LockedAccount): Unprocessable {
  const reason = suspendReason ?? (fundedBy === "platform" ? "platform_lapsed" : "subscription_lapsed");
  return new Unprocessable(
    "suspended_otherwise",
    `The account is suspended for another reason: ${reason}. ${WHAT_CLEARS[reason]}`,
  );
}
