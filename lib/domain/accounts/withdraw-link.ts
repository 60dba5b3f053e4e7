import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockUser } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { LinkAnswer } from "./approve-link";
import { type LockedAccount, lockAccount } from "./lock-account";
import { settleAccount } from "./settle-account";

/**
 * The person takes back that a platform is linked to them, whether they had approved it or were linked by being named first.
 * From then on the account reads like one that the service suspended, and its content routes answer as the contract says of
 * a creator who declined; nobody is mailed about it again. What was logged stays on record. Taking back again changes
 * nothing. `ctx` must stand for a person who is signed in. Throws `NotFound` for an account that is not theirs, 409
 * `link_not_approved` while they have not answered.
 */
export function withdrawLink(ctx: Ctx<PersonActor>, accountId: string): Promise<LinkAnswer> {
  return inTransaction(async (tx) => {
    const { userId } = ctx.actor;
    await lockUser(tx, userId);
    const account = await lockAccount(tx, { id: accountId });
    const mine = { where: { id: accountId, userId } };
    if ((await tx.soloAccount.count(mine)) === 0) return repeated(tx, account, userId);
    const now = clock.now();
    const answer = { decision: "declined" as const, decidedAt: now };
    const { id } = await tx.linkRequest.upsert({
      where: { accountId },
      create: { id: newId(), accountId, userId, createdAt: now, ...answer },
      update: answer,
      select: { id: true },
    });
    record(tx, { ctx, action: "link_request.withdrawn", subject: { kind: "link_request", id }, partnerId: null });
    // Settled first: an active account has a person.
    const { status } = await settleAccount(tx, ctx, accountId);
    await tx.soloAccount.updateMany({ ...mine, data: { userId: null, updatedAt: now } });
    return { accountId, changed: true, status };
  });
}

async function repeated(tx: Tx, { id: accountId, status }: LockedAccount, userId: string): Promise<LinkAnswer> {
  const request = await tx.linkRequest.findFirst({ where: { accountId, userId }, select: { decision: true } });
  if (!request) throw new NotFound();
  if (request.decision === "declined") return { accountId, changed: false, status };
  throw new Conflict("link_not_approved", "This platform is not linked to you yet: decline it instead");
}
