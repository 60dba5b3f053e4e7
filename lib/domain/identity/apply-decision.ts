import { askElsewhere, deriveStatusesOfUser, issueLink, lockAccount } from "@/lib/domain/accounts";
import type { Ctx, StaffActor, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { sendMail } from "@/lib/platform/mail/send-mail";
import type { LockedCheck } from "./lock-check";
import { identityApprovedMail, identityRejectedMail } from "./mails";
import type { RejectionReason } from "./rejection-reasons";
import { moveCheck } from "./states";

type Verified = { legalName: string };

/**
 * Everything that follows from finding a locked, submitted check true, in the transaction of the decision: the check is
 * final, the identity and its other names stand, the account statuses are derived, the person is told.
 */
export async function acceptIdentity(
  tx: Tx,
  ctx: Ctx<StaffActor | SystemActor>,
  check: LockedCheck,
  { legalName }: Verified,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const now = clock.now();
  const { userId } = check;
  await moveCheck(tx, {
    id: check.id,
    to: "approved",
    decidedAt: now,
    decidedById: ctx.actor.kind === "staff" ? ctx.actor.userId : null,
  });
  const identity = { checkId: check.id, legalName, verifiedAt: now, lastChangedAt: now };
  await tx.identity.upsert({ where: { userId }, create: { userId, ...identity }, update: identity });
  await addAliases(tx, userId, [...check.otherNames, check.legalName ?? legalName], legalName);
  record(tx, {
    ctx,
    action: "identity_check.approved",
    subject: { kind: "identity_check", id: check.id },
    detail: { driver: check.driver, ...detail },
  });
  await askElsewhere(tx, ctx, { userId, accountId: check.accountId });
  await deriveStatusesOfUser(tx, ctx, userId);
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const from = check.accountId
    ? await tx.soloAccount.findUnique({ where: { id: check.accountId }, include: { partner: true } })
    : null;
  const unpaid = from?.userId === userId && from.fundedBy === "creator" && isPending(from.status);
  await sendMail(tx, {
    to: email,
    template: identityApprovedMail,
    props: {
      partnerName: from?.partner.name ?? null,
      continueUrl: from && unpaid ? await wayOn(tx, from.id) : (from?.redirectUrl ?? null),
      unpaid,
    },
  });
}

// Verified and not active, with no hold on it: the subscription is what is missing.
const isPending = (status: string): boolean => status === "pending_id_verification";

// The account is locked: its status was derived in this transaction.
async function wayOn(tx: Tx, accountId: string): Promise<string> {
  const { url } = await issueLink(tx, { accountId, kind: "mail" });
  return url;
}

/** Add names that a person has used, beside the ones on record. */
async function addAliases(tx: Tx, userId: string, names: readonly string[], legalName: string): Promise<void> {
  const others = [...new Set(names)].filter((name) => name !== legalName);
  await tx.personAlias.createMany({
    data: others.map((name) => ({ id: newId(), userId, name, createdAt: clock.now() })),
    skipDuplicates: true,
  });
  // One that they had stopped using is used again.
  await tx.personAlias.updateMany({ where: { userId, name: { in: others } }, data: { retiredAt: null } });
}

/** Everything that follows from not finding a locked, submitted check true, in the transaction of the decision. */
export async function declineCheck(
  tx: Tx,
  ctx: Ctx<StaffActor | SystemActor>,
  check: LockedCheck,
  { reason, note, detail = {} }: { reason: RejectionReason; note: string | null; detail?: Record<string, unknown> },
): Promise<void> {
  await moveCheck(tx, {
    id: check.id,
    to: "rejected",
    rejectionReason: reason,
    rejectionNote: note,
    decidedAt: clock.now(),
    decidedById: ctx.actor.kind === "staff" ? ctx.actor.userId : null,
  });
  record(tx, {
    ctx,
    action: "identity_check.rejected",
    subject: { kind: "identity_check", id: check.id },
    reason,
    detail: { driver: check.driver, ...detail },
  });
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: check.userId }, select: { email: true } });
  const account = check.accountId
    ? await tx.soloAccount.findUnique({ where: { id: check.accountId }, include: { partner: true } })
    : null;
  await sendMail(tx, {
    to: email,
    template: identityRejectedMail,
    props: {
      reason,
      note,
      partnerName: account?.partner.name ?? null,
      url: account ? await wayBack(tx, account.id) : null,
    },
  });
}

async function wayBack(tx: Tx, accountId: string): Promise<string> {
  await lockAccount(tx, { id: accountId });
  const { url } = await issueLink(tx, { accountId, kind: "mail" });
  return url;
}
