import { z } from "zod";
import type { Ctx, StaffActor, SystemActor } from "@/lib/domain/core/context";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { deriveAccountStatus } from "./account-status";
import { type LockedAccount, lockAccount } from "./lock-account";
import { enqueueGreeting } from "./mail-creator";
import { SERVICE_REASONS, type SoloStatus, type SuspendReason } from "./states";
import { addSuspension, endSuspension } from "./suspensions";

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
