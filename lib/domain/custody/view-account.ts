import type { SoloStatus, SuspendReason } from "@/lib/domain/accounts/schemas";
import type { Ctx, StaffActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { assertCustodian, assertNotOwn } from "@/lib/domain/people";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { type AccountLine, accountHistory } from "./account-history";

/** Everything that stands about an account, for the service's own people. */
export type ViewedAccount = {
  id: string;
  externalUserId: string;
  email: string;
  partner: { id: string; name: string; plan: "creator_pays" | "platform_pays"; feeLapsedAt: Date | null };
  fundedBy: "creator" | "platform";
  /** Whether the person's own subscription runs; null where none was ever begun. */
  subscribed: boolean | null;
  status: SoloStatus;
  suspendReason: SuspendReason | null;
  suspendedAt: Date | null;
  verifiedAt: Date | null;
  createdAt: Date;
  /** How the person came to be linked: with the account, or asked by mail. */
  link: "linked" | "pending" | "approved" | "declined";
  /** Suspended because its person took the link back after it had been active: only they can bring it back. */
  isLeft: boolean;
  /** Their latest identity check. */
  checkId: string | null;
  holds: { id: string; reason: SuspendReason; placedAt: Date; liftedAt: Date | null }[];
  history: AccountLine[];
};

const HOLDS_SHOWN = 100;

/**
 * An account for a custodian; that they looked is in the ledger, where partners do not see it. Throws `NotFound`,
 * `Forbidden`, also `own_record` for the custodian's own.
 */
export async function viewAccount(ctx: Ctx<StaffActor>, accountId: string): Promise<ViewedAccount> {
  if (!isId(accountId)) throw new NotFound();
  await assertCustodian(db, ctx);
  const account = await read(accountId);
  if (!account) throw new NotFound();
  assertNotOwn(ctx, [account.userId ?? account.linkRequest?.userId], "account");
  await inTransaction(async (tx) => {
    record(tx, {
      ctx,
      action: "solo_account.viewed",
      subject: { kind: "solo_account", id: accountId },
      partnerId: null,
    });
  });
  const { partner, user, linkRequest, userId, ...facts } = account;
  const { platformFeeLapsedAt: feeLapsedAt, ...about } = partner;
  return {
    ...facts,
    partner: { ...about, feeLapsedAt },
    subscribed: user?.subscription?.active ?? null,
    link: linkRequest?.decision ?? "linked",
    isLeft: userId === null && linkRequest?.decision === "declined" && facts.verifiedAt !== null,
    checkId: user?.identityChecks[0]?.id ?? null,
    history: await accountHistory({ accountId, linkRequestId: linkRequest?.id ?? null }),
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
      holds: {
        orderBy: { id: "desc" },
        take: HOLDS_SHOWN,
        select: { id: true, reason: true, placedAt: true, liftedAt: true },
      },
    },
  });
