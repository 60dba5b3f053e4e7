import { z } from "zod";
import type { Ctx, StaffActor, SystemActor } from "@/lib/domain/context";
import { assertCustodian } from "@/lib/domain/people";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, Forbidden, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { deriveAccountStatus } from "./account-status";
import { type LockedAccount, lockAccount } from "./lock-account";
import { enqueueGreeting } from "./mail-creator";
import { SERVICE_REASONS, type SoloStatus, type SuspendReason } from "./states";
import { addSuspension, endSuspension } from "./suspensions";

const NOTE_MAX = 500;

/** Why the service holds an account, and what a custodian adds in their own words. */
export const SuspendInput = z.object({
  reason: z.enum(SERVICE_REASONS, { error: `must be ${SERVICE_REASONS.join(" or ")}` }),
  note: z
    .string()
    .trim()
    .max(NOTE_MAX, { error: `may have ${NOTE_MAX} characters` })
    .refine((text) => !findUnstorableText(text), { error: "holds characters that cannot be kept" })
    .optional(),
});
export type SuspendInput = z.output<typeof SuspendInput>;

/** Where an account stands after the service held or released it. */
type SuspensionResult = {
  accountId: string;
  externalUserId: string;
  status: SoloStatus;
  suspendedAt: Date | null;
  suspendReason: SuspendReason | null;
};

type ServiceCtx = Ctx<StaffActor | SystemActor>;

/**
 * The service takes an account out of custody, in whatever state it is. A repeat changes nothing and is `held: false`.
 * Contract: suspendReason `manual_suspension`, `platform_deactivated`. Throws `NotFound`, `Forbidden`, and 409
 * `held_otherwise` where the service holds it for the other of the two reasons.
 */
export function suspendAccount(
  ctx: ServiceCtx,
  { accountId, reason, note }: SuspendInput & { accountId: string },
): Promise<SuspensionResult & { held: boolean }> {
  return inTransaction(async (tx) => {
    const account = await lockForService(tx, ctx, accountId);
    const standing = await serviceHoldOf(tx, account);
    if (standing === reason) return { held: false, ...present(account) };
    if (standing) throw suspendedForOtherReason(standing);
    await addSuspension(tx, ctx, account, { kind: "service", reason }, note);
    return { held: true, ...present(await deriveAccountStatus(tx, ctx, accountId)) };
  });
}

/**
 * The service lifts its own hold, and no other: the account stays suspended while one of those stands. Where there is
 * nothing to lift, nothing changes and it is `released: false`. A `reason` that is given must be that of the hold.
 * Throws `NotFound`, `Forbidden`, and 409 `held_otherwise`.
 */
export function liftSuspension(
  ctx: ServiceCtx,
  { accountId, reason, note }: Partial<SuspendInput> & { accountId: string },
): Promise<SuspensionResult & { released: boolean }> {
  return inTransaction(async (tx) => {
    const account = await lockForService(tx, ctx, accountId);
    const standing = await serviceHoldOf(tx, account);
    if (!standing) return { released: false, ...present(account) };
    if (reason && reason !== standing) throw suspendedForOtherReason(standing);
    await endSuspension(tx, ctx, account, "service", note);
    const derived = await deriveAccountStatus(tx, ctx, accountId);
    // Nobody is mailed while suspended. Who was never invited is now.
    if (derived.status !== "suspended" && derived.status !== "active") {
      await enqueueGreeting(tx, { accountId, occasion: "service" });
    }
    return { released: true, ...present(derived) };
  });
}

async function lockForService(tx: Tx, { actor, ...request }: ServiceCtx, accountId: string): Promise<LockedAccount> {
  if (!isId(accountId)) throw new NotFound();
  if (actor.kind === "staff") {
    await assertCustodian(tx, { actor, ...request });
    const own = await tx.soloAccount.count({
      where: { id: accountId, OR: [{ userId: actor.userId }, { linkRequest: { userId: actor.userId } }] },
    });
    if (own > 0) throw new Forbidden("This is your own account. Another custodian has to decide.", "own_record");
  }
  return lockAccount(tx, { id: accountId });
}

async function serviceHoldOf(tx: Tx, { id }: LockedAccount): Promise<SuspendReason | null> {
  const hold = await tx.accountHold.findFirst({
    where: { accountId: id, kind: "service", liftedAt: null },
    select: { reason: true },
  });
  return hold?.reason ?? null;
}

const suspendedForOtherReason = (reason: SuspendReason): Conflict =>
  new Conflict("held_otherwise", `The service holds this account for another reason: ${reason}. Release it first.`);

const present = ({ id, externalUserId, status, suspendedAt, suspendReason }: LockedAccount): SuspensionResult => ({
  accountId: id,
  externalUserId,
  status,
  suspendedAt,
  suspendReason,
});
