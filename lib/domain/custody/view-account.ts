import { z } from "zod";
import type { SoloStatus, SuspendReason } from "@/lib/domain/accounts/schemas";
import type { Ctx, StaffActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { assertCustodian, assertNotOwn } from "@/lib/domain/people";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";

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
  suspensions: { id: string; reason: SuspendReason; placedAt: Date; liftedAt: Date | null }[];
  history: AccountLine[];
};

const SUSPENSIONS_SHOWN = 100;

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
  const { partner, user, linkRequest, userId, holds: suspensions, ...facts } = account;
  const { platformFeeLapsedAt: feeLapsedAt, ...about } = partner;
  return {
    ...facts,
    suspensions,
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
        take: SUSPENSIONS_SHOWN,
        select: { id: true, reason: true, placedAt: true, liftedAt: true },
      },
    },
  });

const SHOWN = 200;

/** One line of the ledger about an account or the question to its person. */
export type AccountLine = {
  id: string;
  at: Date;
  action: string;
  /** Who it was: a person of the service or of the partner by name, a key by name, else what they are. */
  who: string;
  reason: string | null;
  /** Where a status changed, what it became. */
  to: string | null;
  note: string | null;
};

const Detail = z.object({ to: z.string().optional(), note: z.string().optional() }).catch({});

/** Every ledger entry about an account and its link, newest first. For the service's own people only. */
async function accountHistory({
  accountId,
  linkRequestId,
}: {
  accountId: string;
  linkRequestId: string | null;
}): Promise<AccountLine[]> {
  const about = [{ subjectKind: "solo_account", subjectId: accountId }];
  if (linkRequestId) about.push({ subjectKind: "link_request", subjectId: linkRequestId });
  const lines = await db.ledgerEntry.findMany({
    where: { OR: about },
    orderBy: { seq: "desc" },
    take: SHOWN,
    select: { seq: true, at: true, action: true, actorKind: true, actorId: true, reason: true, detail: true },
  });
  const ids = (...kinds: string[]) =>
    lines.flatMap(({ actorKind, actorId }) => (kinds.includes(actorKind) ? [actorId] : []));
  const [people, keys] = await Promise.all([
    db.user.findMany({
      where: { id: { in: ids("staff", "portal_user") } },
      select: { id: true, name: true, email: true },
    }),
    db.apiKey.findMany({ where: { id: { in: ids("partner_key") } }, select: { id: true, name: true } }),
  ]);
  const names = new Map([
    ...people.map(({ id, name, email }) => [id, name ?? email] as const),
    ...keys.map(({ id, name }) => [id, `API key “${name}”`] as const),
  ]);
  return lines.map(({ seq, at, action, actorKind, actorId, reason, detail }) => {
    const { to = null, note = null } = Detail.parse(JSON.parse(detail));
    const who = names.get(actorId) ?? OTHERS[actorKind] ?? actorId;
    return { id: seq.toString(), at, action, who, reason, to, note };
  });
}

const OTHERS: Record<string, string | undefined> = {
  partner_key: "An API key",
  portal_user: "Somebody of the partner",
  staff: "A custodian",
  person: "The creator",
};
