import { SOLO_STATUSES, type SoloStatus, STATUS_WORDS, type SuspendReason } from "@/lib/domain/accounts/states";
import { presentAttestation, type ShownAttestation } from "@/lib/domain/acts";
import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { custodianHistory, record } from "@/lib/domain/core/ledger";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";

/** Everything about an account, for custodians. */
export type ViewedAccount = {
  id: string;
  externalUserId: string;
  email: string;
  partner: { id: string; name: string; plan: "creator_pays" | "platform_pays"; feeLapsedAt: Date | null };
  fundedBy: "creator" | "platform";
  /** Whether the creator's subscription is active; null if they never subscribed. */
  subscribed: boolean | null;
  status: SoloStatus;
  suspendReason: SuspendReason | null;
  suspendedAt: Date | null;
  verifiedAt: Date | null;
  createdAt: Date;
  /** `linked`: at provisioning. Otherwise the creator's answer to the link request. */
  link: "linked" | "pending" | "approved" | "declined";
  /** Suspended because the creator unlinked the platform. Only they can reactivate it. */
  isLeft: boolean;
  /** The creator's latest identity check. */
  checkId: string | null;
  suspensions: { id: string; reason: SuspendReason; placedAt: Date; liftedAt: Date | null }[];
  /** The links they approved, newest first: more than one after they unlinked the platform and approved it again. */
  approvals: ShownAttestation[];
  history: Awaited<ReturnType<typeof accountHistory>>;
};

const SUSPENSIONS_SHOWN = 100;

/**
 * Reads an account for a custodian and records the view in the ledger, where partners don't see it. Throws `NotFound`,
 * `Forbidden`, also `conflict_of_interest`.
 */
export async function viewAccount(ctx: Ctx<StaffActor>, accountId: string): Promise<ViewedAccount> {
  if (!isId(accountId)) throw new NotFound();
  await assertNoConflict(db, ctx, { account: accountId });
  const account = await read(accountId);
  if (!account) throw new NotFound();
  await inTransaction(async (tx) => {
    record(tx, {
      ctx,
      action: "solo_account.viewed",
      subject: { kind: "solo_account", id: accountId },
      partnerId: null,
    });
  });
  const { partner, user, linkRequest, userId, suspensions, ...facts } = account;
  const { platformFeeLapsedAt: feeLapsedAt, ...about } = partner;
  return {
    ...facts,
    suspensions,
    partner: { ...about, feeLapsedAt },
    subscribed: user?.subscription?.active ?? null,
    link: linkRequest?.decision ?? "linked",
    isLeft: userId === null && linkRequest?.decision === "declined" && facts.verifiedAt !== null,
    checkId: user?.identityChecks[0]?.id ?? null,
    approvals: linkRequest ? await readApprovals(linkRequest.id) : [],
    history: await accountHistory(accountId, linkRequest?.id),
  };
}

const read = (id: string) =>
  db.soloAccount.findUnique({
    where: { id },
    select: {
      id: true,
      externalUserId: true,
      email: true,
      fundedBy: true,
      status: true,
      suspendReason: true,
      suspendedAt: true,
      verifiedAt: true,
      createdAt: true,
      userId: true,
      partner: { select: { id: true, name: true, plan: true, platformFeeLapsedAt: true } },
      linkRequest: { select: { id: true, userId: true, decision: true } },
      user: {
        select: {
          subscription: { select: { active: true } },
          identityChecks: { orderBy: { id: "desc" }, take: 1, select: { id: true } },
        },
      },
      suspensions: {
        orderBy: { id: "desc" },
        take: SUSPENSIONS_SHOWN,
        select: { id: true, reason: true, placedAt: true, liftedAt: true },
      },
    },
  });

async function readApprovals(linkRequestId: string): Promise<ShownAttestation[]> {
  const approvals = await db.attestation.findMany({
    where: { kind: "link_approval", subjectKind: "link_request", subjectId: linkRequestId },
    orderBy: { id: "desc" },
    take: SUSPENSIONS_SHOWN,
  });
  return approvals.map(presentAttestation);
}

const SHOWN = 200;

/** The latest ledger entries about an account and its link request. */
async function accountHistory(accountId: string, linkRequestId: string | undefined) {
  const account = { kind: "solo_account", ids: [accountId] } as const;
  const about = linkRequestId ? [account, { kind: "link_request", ids: [linkRequestId] } as const] : [account];
  const { rows, total } = await custodianHistory({ about, take: SHOWN }, "the creator");
  return { rows: rows.map((line) => ({ ...line, more: changeOf(line), note: line.detail.note ?? null })), total };
}

function changeOf({
  detail: { to },
  reason,
}: {
  detail: { to?: string | null };
  reason: string | null;
}): string | null {
  const status = SOLO_STATUSES.find((one) => one === to);
  return [status ? STATUS_WORDS[status] : to, reason].filter(Boolean).join(", ") || null;
}
