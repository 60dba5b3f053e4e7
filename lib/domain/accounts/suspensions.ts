import type { Ctx } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { LockedAccount } from "./lock-account";
import type { Suspension, SuspensionKind } from "./states";

/** Since when a locked account has had a suspension of a kind; null for none. */
export async function findSuspension(tx: Tx, account: LockedAccount, kind: SuspensionKind): Promise<Date | null> {
  const suspension = await tx.accountSuspension.findFirst({
    where: { accountId: account.id, kind, liftedAt: null },
    select: { placedAt: true },
  });
  return suspension?.placedAt ?? null;
}

/**
 * Suspend a locked account and return since when. The caller derives the status afterwards. `note` is a custodian's, for
 * the ledger.
 */
export async function addSuspension(
  tx: Tx,
  ctx: Ctx,
  account: LockedAccount,
  suspension: Suspension,
  note?: string,
): Promise<Date> {
  const placedAt = clock.now();
  await tx.accountSuspension.create({ data: { id: newId(), accountId: account.id, ...suspension, placedAt } });
  record(tx, {
    ctx,
    action: "solo_account.hold_placed",
    subject: { kind: "solo_account", id: account.id },
    partnerId: account.partnerId,
    reason: suspension.reason,
    ...noted(note),
  });
  return placedAt;
}

/** Lift a locked account's suspension of a kind, if any. The caller derives the status afterwards. */
export async function endSuspension(
  tx: Tx,
  ctx: Ctx,
  account: LockedAccount,
  kind: SuspensionKind,
  note?: string,
): Promise<void> {
  const lifted = await tx.accountSuspension.updateManyAndReturn({
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
