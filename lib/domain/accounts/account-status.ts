import type { Ctx } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { emit } from "@/lib/domain/events";
import { lockPartnerShared, lockUser } from "@/lib/domain/parties/locks";
import { keepServedDays } from "@/lib/domain/parties/partners";
import { clock } from "@/lib/platform/clock";
import { rowsIn, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { type LockedAccount, lockAccount } from "./queries";
import {
  type DerivedStatus,
  deriveStatus,
  type Facts,
  lapseOf,
  type SuspendReason,
  type Suspension,
  type SuspensionKind,
} from "./states";

type AccountFacts = Omit<Facts, "verified" | "left"> & {
  /** Since when the person is verified here; null without an identity on file. */
  verifiedHere: Date | null;
};

/**
 * Derive an account's status from the facts: the only place that writes it. Under the account's row lock it reads the
 * facts, adds or lifts the suspension for a missed payment, and records a changed status with its event and ledger entry.
 * Call it in the transaction that changed a fact, after the change.
 *
 * Events: entering `active` sends `solo_account.verified`, leaving for `suspended` sends `solo_account.suspended`; a
 * changed reason alone sends nothing here, because the creator was already out of custody. Throws `NotFound`.
 */
export async function deriveAccountStatus(tx: Tx, ctx: Ctx, accountId: string): Promise<LockedAccount> {
  const account = await lockAccount(tx, { id: accountId });
  // Its platform fee may be lapsing right now.
  await lockPartnerShared(tx, account.partnerId);
  const { verifiedHere, ...facts } = await readFacts(tx, accountId);
  const suspensions = await applyLapse(tx, ctx, account, facts);
  // An account that has been active loses its person only when they withdraw their approval.
  const left = !facts.linked && account.verifiedAt !== null;
  const next = deriveStatus({ ...facts, verified: verifiedHere !== null, left, suspensions });
  if (next.status === account.status && next.suspendReason === account.suspendReason) return account;
  return write(tx, ctx, account, next, verifiedHere);
}

/**
 * Derive the status of every account a person is linked to. For changes to the person: an identity decision, a
 * subscription's start or end. Locks the person first, so call it before the transaction locks an account.
 */
export async function deriveStatusesOfUser(tx: Tx, ctx: Ctx, userId: string): Promise<void> {
  await lockUser(tx, userId);
  const accounts = await tx.soloAccount.findMany({ where: { userId }, orderBy: { id: "asc" }, select: { id: true } });
  for (const { id } of accounts) await deriveAccountStatus(tx, ctx, id);
}

// An earlier check's date would tell a platform that the person was verified elsewhere, so the link date counts.
async function readFacts(tx: Tx, accountId: string): Promise<AccountFacts> {
  const [facts] = await rowsIn<AccountFacts>(tx)`
    SELECT a.user_id IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM link_requests l WHERE l.account_id = a.id AND l.decision = 'declined') AS linked,
           CASE WHEN i.verified_at IS NOT NULL THEN greatest(i.verified_at, a.created_at,
             (SELECT l.decided_at FROM link_requests l WHERE l.account_id = a.id AND l.decision = 'approved'))
           END AS verified_here,
           a.funded_by::text AS funded_by,
           CASE a.funded_by WHEN 'platform' THEN p.platform_fee_lapsed_at IS NULL ELSE coalesce(s.active, false) END AS paid,
           a.reinstated_at IS NOT NULL AS reinstated,
           (SELECT coalesce(json_agg(json_build_object('kind', h.kind, 'reason', h.reason)), '[]')
            FROM account_holds h WHERE h.account_id = a.id AND h.lifted_at IS NULL) AS suspensions
    FROM solo_accounts a
    JOIN partners p ON p.id = a.partner_id
    LEFT JOIN identities i ON i.user_id = a.user_id
    LEFT JOIN subscriptions s ON s.user_id = a.user_id
    WHERE a.id = ${accountId}`;
  if (!facts) throw new Error("a locked account has no facts");
  return facts;
}

async function applyLapse(
  tx: Tx,
  ctx: Ctx,
  account: LockedAccount,
  { linked, fundedBy, paid, suspensions }: Pick<Facts, "linked" | "fundedBy" | "paid" | "suspensions">,
): Promise<readonly Suspension[]> {
  // The payer has left, so nothing can lapse or be paid: suspensions stay as they are.
  if (!linked && fundedBy === "creator") return suspensions;
  const due = lapseOf({ fundedBy, paid, verifiedAt: account.verifiedAt });
  const over = suspensions.filter(({ kind }) => (kind === "platform" || kind === "subscription") && kind !== due?.kind);
  for (const { kind } of over) await endSuspension(tx, ctx, account, kind);
  const staying = suspensions.filter((hold) => !over.includes(hold));
  if (!due || staying.some(({ kind }) => kind === due.kind)) return staying;
  await addSuspension(tx, ctx, account, due);
  return [...staying, due];
}

async function write(
  tx: Tx,
  ctx: Ctx,
  account: LockedAccount,
  { status, suspendReason }: DerivedStatus,
  verifiedHere: Date | null,
): Promise<LockedAccount> {
  const now = clock.now();
  const isNewlySuspended = status === "suspended" && account.status !== "suspended";
  const derived: LockedAccount = {
    ...account,
    status,
    suspendReason,
    suspendedAt: status === "suspended" ? (account.suspendedAt ?? now) : null,
    verifiedAt: account.verifiedAt ?? (status === "active" ? verifiedHere : null),
  };
  const { suspendedAt, verifiedAt } = derived;
  if (account.status === "active") await keepServedDays(tx, account.id);
  // Only a changed status is written, so an active account was not active before.
  const activeSince = status === "active" ? now : null;
  const { count } = await tx.soloAccount.updateMany({
    where: { id: account.id, status: account.status },
    data: { status, suspendReason, suspendedAt, verifiedAt, activeSince, statusChangedAt: now, updatedAt: now },
  });
  if (count !== 1) throw new Error("a locked account changed");
  record(tx, {
    ctx,
    action: "solo_account.status_changed",
    subject: { kind: "solo_account", id: account.id },
    partnerId: account.partnerId,
    reason: suspendReason ?? undefined,
    detail: { from: account.status, to: status },
  });
  if (status === "active") await emitVerified(tx, derived);
  if (isNewlySuspended && suspendReason) await emitSuspended(tx, account, suspendReason);
  return derived;
}

type Told = Pick<LockedAccount, "id" | "externalUserId" | "partnerId" | "verifiedAt">;

/** Tell the partner that a creator is out of custody. Contract: Events, `solo_account.suspended`. */
export const emitSuspended = (tx: Tx, account: LockedAccount, reason: SuspendReason): Promise<void> =>
  emit(tx, suspendedEvent(account, reason));

export const suspendedEvent = ({ id, externalUserId, partnerId }: Told, reason: SuspendReason) => ({
  type: "solo_account.suspended" as const,
  partnerId,
  data: { accountId: id, externalUserId, reason },
});

/** Tell the partner that a creator is fully compliant. Contract: Events, `solo_account.verified`. */
export const emitVerified = (tx: Tx, account: LockedAccount): Promise<void> => emit(tx, verifiedEvent(account));

export function verifiedEvent({ id, externalUserId, partnerId, verifiedAt }: Told) {
  if (!verifiedAt) throw new Error("an active account has no verification date");
  const data = { accountId: id, externalUserId, status: "verified" as const, verifiedAt: verifiedAt.toISOString() };
  return { type: "solo_account.verified" as const, partnerId, data };
}

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
  await tx.accountSuspension.create({
    data: { id: newId(), accountId: account.id, partnerId: account.partnerId, ...suspension, placedAt },
  });
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
