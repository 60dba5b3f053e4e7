import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { lockUser } from "@/lib/domain/parties/locks";
import { clock } from "@/lib/platform/clock";
import { hashToken } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { enqueueGreeting } from "./mail-creator";
import { issueLink } from "./onboarding-links";
import { lockAccount } from "./queries";

/**
 * What an onboarding token leads to; null for an unknown token. Only `mail` proves the mailbox: the platform has the
 * `partner` token too. Reading does not use up the token. Contract: Solo accounts, `onboardingUrl`.
 */
export async function findOnboarding(token: string) {
  const link = await db.onboardingLink.findUnique({
    where: { tokenHash: hashToken(token) },
    select: {
      kind: true,
      createdAt: true,
      expiresAt: true,
      account: {
        select: {
          id: true,
          email: true,
          firstName: true,
          redirectUrl: true,
          status: true,
          suspendReason: true,
          /** Who pays for this account. */
          fundedBy: true,
          /** The linked person; null until an existing one approves. */
          userId: true,
          /** The question to an existing person. Never show it to a browser that has not proven the mailbox. */
          linkRequest: { select: { userId: true, decision: true, decidedAt: true } },
          partner: { select: { id: true, name: true, plan: true } },
        },
      },
    },
  });
  if (!link) return null;
  const { partner, ...account } = link.account;
  const { kind, createdAt: issuedAt, expiresAt } = link;
  return { kind, issuedAt, expired: expiresAt <= clock.now(), account, partner };
}

/** What an onboarding link leads to. */
export type Onboarding = NonNullable<Awaited<ReturnType<typeof findOnboarding>>>;

/**
 * A new onboarding link for the linked person, who is signed in: signing in proved the mailbox. Throws `NotFound` for an
 * account that is not linked to them.
 */
export function openOnboarding(ctx: Ctx<PersonActor>, accountId: string): Promise<{ url: string }> {
  return inTransaction(async (tx) => {
    const { userId } = ctx.actor;
    await lockUser(tx, userId);
    await lockAccount(tx, { id: accountId });
    if ((await tx.soloAccount.count({ where: { id: accountId, userId } })) === 0) throw new NotFound();
    const { id, url } = await issueLink(tx, { accountId, kind: "mail" });
    record(tx, {
      ctx,
      action: "onboarding_link.opened",
      subject: { kind: "onboarding_link", id },
      partnerId: null,
      detail: { accountId },
    });
    return { url };
  });
}

/** Keeps when the creator first started from their own mail, because visits expire. */
export async function recordBegunByMail(tx: Tx, id: string): Promise<void> {
  await tx.soloAccount.updateMany({ where: { id, begunByMailAt: null }, data: { begunByMailAt: clock.now() } });
}

/**
 * Email the creator a new link on request from an old link's page, at most once in five minutes. It returns nothing and
 * does the same work in every case, because the platform has a link too. A request with the platform's link cannot have a
 * person asked twice a day; one with a mailed link comes from that person.
 */
export async function renewMailLink(token: string): Promise<void> {
  const onboarding = await findOnboarding(token);
  if (!onboarding) return;
  const occasion = onboarding.kind === "mail" ? "mailbox" : "page";
  await inTransaction((tx) => enqueueGreeting(tx, { accountId: onboarding.account.id, occasion }));
}
