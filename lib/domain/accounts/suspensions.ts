import type { Ctx } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { LockedAccount } from "./lock-account";
import type { Suspension, SuspensionKind } from "./states";

/** Since when a hold of a kind has stood on a locked account; null when none stands. */
export async function findSuspension(tx: Tx, account: LockedAccount, kind: SuspensionKind): Promise<Date | null> {
  const hold = await tx.accountHold.findFirst({
    where: { accountId: account.id, kind, liftedAt: null },
    select: { placedAt: true },
  });
  return hold?.placedAt ?? null;
}

/**
 * Place a hold on a locked account and return since when it stands. The caller settles the account afterwards. `note` is
 * what the service's own people say about it, for the ledger.
 */
export async function addSuspension(
  tx: Tx,
  ctx: Ctx,
  account: LockedAccount,
  hold: Suspension,
  note?: string,
): Promise<Date> {
  const placedAt = clock.now();
  await tx.accountHold.create({ data: { id: newId(), accountId: account.id, ...hold, placedAt } });
  record(tx, {
    ctx,
    action: "solo_account.hold_placed",
    subject: { kind: "solo_account", id: account.id },
    partnerId: account.partnerId,
    reason: hold.reason,
    ...noted(note),
  });
  return placedAt;
}

/** Lift the standing hold of a kind, if any, from a locked account. The caller settles the account afterwards. */
export async function endSuspension(
  tx: Tx,
  ctx: Ctx,
  account: LockedAccount,
  kind: SuspensionKind,
  note?: string,
): Promise<void> {
  const lifted = await tx.accountHold.updateManyAndReturn({
    where: { accountId: account.id, kind, liftedAt: null },
    data: { liftedAt: clock.now() },
    select: { reason: true },
  });
  for (const { reason } of lifted) {
    record(tx, {
      ctx,
      action: "solo_account.hold_lifted",
      subject: { kind: "solo_account", id: account.id },
      partnerId: account.partnerId,
      reason,
      ...noted(note),
    });
  }
}

const noted = (note: string | undefined) => (note ? { detail: { note } } : {});
