import { actedBy, attest, evidenceOf } from "@/lib/domain/acts";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { lockUser } from "@/lib/domain/parties/locks";
import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { deriveAccountStatus } from "./account-status";
import { fundingByPlan, type LockedAccount, lockAccount } from "./queries";
import type { SoloStatus } from "./states";

type LinkAnswer = { accountId: string; changed: boolean; status: SoloStatus };

/**
 * The person approves a platform's link to its account. They are active at once if verified and paid for. A person with
 * their own subscription keeps paying, whatever the platform's plan. Approving again changes nothing. The person in `ctx`
 * must have proven their mailbox. `reconsiders`: they are signed in, so they may approve after declining or unlinking.
 * `shown`: the hash of the text that their page showed.
 * Contract: Consent link request. Throws `NotFound` when this person was not asked, 409 `link_already_declined`, 409
 * `link_changed` when the text is no longer the one shown.
 */
export function approveLink(
  ctx: Ctx<PersonActor>,
  accountId: string,
  { reconsiders = false, shown }: { reconsiders?: boolean; shown?: string } = {},
): Promise<LinkAnswer> {
  return inTransaction(async (tx) => {
    const { userId } = ctx.actor;
    await lockUser(tx, userId);
    const account = await lockAccount(tx, { id: accountId });
    const at = clock.now();
    const request = await answerLink(tx, ctx, { accountId, decision: "approved", at, reconsiders });
    if (!request) return { accountId, changed: false, status: account.status };
    const approval = await attestApproval(tx, ctx, { request, shown, at });
    recordAnswer(tx, ctx, {
      action: "link_request.approved",
      id: request.id,
      detail: { approval, ...evidenceOf(ctx) },
    });
    await tx.$executeRaw`
      UPDATE solo_accounts SET user_id = ${userId}, updated_at = ${at},
        funded_by = CASE WHEN EXISTS (SELECT 1 FROM subscriptions WHERE user_id = ${userId} AND active)
                         THEN 'creator' ELSE (SELECT ${fundingByPlan} FROM partners WHERE id = partner_id) END
      WHERE id = ${accountId} AND user_id IS NULL`;
    const { status } = await deriveAccountStatus(tx, ctx, accountId);
    return { accountId, changed: true, status };
  });
}

/**
 * Store a person's answer once; null for a repeat of the same answer. Throws `NotFound` and, for the opposite of what was
 * answered before, 409 `link_already_approved` or `link_already_declined`.
 */
async function answerLink(
  tx: Tx,
  ctx: Ctx<PersonActor>,
  {
    accountId,
    decision,
    at,
    reconsiders = false,
  }: { accountId: string; decision: "approved" | "declined"; at: Date; reconsiders?: boolean },
): Promise<AnsweredRequest | null> {
  const { userId } = ctx.actor;
  const { count } = await tx.linkRequest.updateMany({
    where: { accountId, userId, decision: reconsiders ? { in: ["pending", "declined"] } : "pending" },
    data: { decision, decidedAt: at },
  });
  const request = await tx.linkRequest.findFirst({
    where: { accountId, userId },
    select: {
      id: true,
      decision: true,
      account: { select: { email: true, partner: { select: { name: true } } } },
    },
  });
  if (!request) throw new NotFound();
  if (count === 0) {
    if (request.decision === decision) return null;
    throw new Conflict(
      `link_already_${request.decision}`,
      `This was already ${request.decision}. The answer is final.`,
    );
  }
  return request;
}

type Answer = {
  action: "link_request.approved" | "link_request.declined" | "link_request.withdrawn";
  id: string;
  detail?: Record<string, unknown>;
};

/** Record an answer in the ledger. The entry names no partner, so a partner cannot see the decision. */
function recordAnswer(tx: Tx, ctx: Ctx<PersonActor>, { action, id, ...told }: Answer): void {
  record(tx, { ctx, action, subject: { kind: "link_request", id }, partnerId: null, ...told });
}

/**
 * The person declines the link. Final: we never email them about that platform again. Nothing the platform can read
 * changes, and no event is sent. Declining again changes nothing. The person in `ctx` must have proven their mailbox.
 * Contract: Consent link request. Throws `NotFound` when this person was not asked, 409 `link_already_approved`.
 */
export function declineLink(ctx: Ctx<PersonActor>, accountId: string): Promise<LinkAnswer> {
  return inTransaction(async (tx) => {
    const { status } = await lockAccount(tx, { id: accountId });
    const request = await answerLink(tx, ctx, { accountId, decision: "declined", at: clock.now() });
    if (request) recordAnswer(tx, ctx, { action: "link_request.declined", id: request.id });
    return { accountId, changed: request !== null, status };
  });
}

/**
 * The person unlinks a platform, whether they approved it or it named them first. The account then reads like one the
 * service suspended, its content routes answer as for a creator who declined, and we email the person about it no more.
 * Logged content stays on record. Unlinking again changes nothing. The person in `ctx` must be signed in. Throws `NotFound`
 * for an account that is not theirs, 409 `link_not_approved` while they have not answered.
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
    // Under the account's lock. Not an upsert, which would depend on the columns of a unique key.
    const asked = await tx.linkRequest.findFirst({ where: { accountId }, select: { id: true } });
    const id = asked?.id ?? newId();
    const data = { id, accountId, partnerId: account.partnerId, userId, createdAt: now, ...answer };
    if (asked) await tx.linkRequest.update({ where: { id }, data: answer });
    else await tx.linkRequest.create({ data });
    recordAnswer(tx, ctx, { action: "link_request.withdrawn", id });
    // Derived first: an active account needs a person.
    const { status } = await deriveAccountStatus(tx, ctx, accountId);
    await tx.soloAccount.updateMany({ ...mine, data: { userId: null, updatedAt: now } });
    return { accountId, changed: true, status };
  });
}

async function repeated(tx: Tx, { id: accountId, status }: LockedAccount, userId: string): Promise<LinkAnswer> {
  const request = await tx.linkRequest.findFirst({ where: { accountId, userId }, select: { decision: true } });
  if (!request) throw new NotFound();
  if (request.decision === "declined") return { accountId, changed: false, status };
  throw new Conflict("link_not_approved", "This platform is not linked to you yet. Decline it instead.");
}

/** The version of the words of an approval. A change of any word below is a new version. */
export const LINK_APPROVAL_VERSION = "link-approval-2026-11-23";

/** What a person approves with a link. Show every part of it beside the button. */
export type LinkApproval = {
  parts: { title: string; lines: string[] }[];
  /** Byte for byte as it is attested. */
  text: string;
  /** The text's hash. Send it with the approval, to say which text was shown. */
  shown: string;
};

/** What approving a platform's link means, in the words that both pages show. The price is no part of it: paying is another act. */
export function linkApprovalOf(platformName: string): LinkApproval {
  const parts = [
    {
      title: "If you approve",
      lines: [
        `${platformName} sees whether you are verified, but not since when`,
        "We tell it when that changes",
        "We keep the records of what you publish there",
      ],
    },
    {
      title: "What it never sees",
      lines: ["Your legal name or date of birth", "Your ID or photos", "Your other platforms"],
    },
  ];
  const text = [
    `Approve ${platformName}`,
    ...parts.map(({ title, lines }) => [title, ...lines.map((line) => `- ${line}`)].join("\n")),
  ].join("\n\n");
  return { parts, text, shown: sha256Hex(text) };
}

export type AnsweredRequest = { id: string; account: { email: string; partner: { name: string } } };

/**
 * Keep the acting person's approval word for word, and return its id. Throws `Conflict` `link_changed` when the text is no longer
 * the one shown.
 */
export async function attestApproval(
  tx: Tx,
  ctx: Ctx<PersonActor>,
  { request, shown, at }: { request: AnsweredRequest; shown: string | undefined; at: Date },
): Promise<string> {
  const { email, partner } = request.account;
  const approval = linkApprovalOf(partner.name);
  if (shown !== undefined && shown !== approval.shown) {
    throw new Conflict("link_changed", "This request has changed since you opened it. Read it again, then answer.");
  }
  return attest(tx, {
    kind: "link_approval",
    subjectKind: "link_request",
    subjectId: request.id,
    text: approval.text,
    textVersion: LINK_APPROVAL_VERSION,
    email,
    ...actedBy(ctx),
    attestedAt: at,
  });
}
