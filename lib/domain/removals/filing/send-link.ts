import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { hashToken, randomToken } from "@/lib/platform/crypto";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { lockName } from "@/lib/platform/locks";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { removalLinkMail } from "../claimant-mails/tell-claimant";
import { DRAFT_MS, type Draft, keepDraft, lockDraft, sealDraft } from "./drafts";
import { type Signature, type Signed, signedOf } from "./sign";

/**
 * Links that may be mailed to one mailbox in a day: for one network, in total, and with the first one of each other network. They
 * keep anyone from flooding somebody else's mailbox.
 */
const MAILS_A_DAY = { fromNetwork: 5, fromAll: 20, withFirsts: 60 };

/**
 * Signs a draft and mails the link whose button files it. Answer and work are the same for every address: nobody is looked up. Beyond
 * the mailbox's limit, no mail is sent, and the answer is the same: the last link that was mailed there files what was signed now,
 * for another day. Otherwise a link that was mailed for this draft before ends. Contract: Removal requests. Throws `NotFound` for a draft that has
 * ended, and `Conflict` `draft_incomplete`, `statement_changed`.
 */
export function sendLink(
  ctx: Ctx<SystemActor>,
  { token, network, ...signature }: Signature & { token: string; network: string },
): Promise<{ email: string }> {
  return inTransaction(async (tx) => {
    const draft = await lockDraft(tx, token);
    // A draft from an account is filed there.
    if (draft.answers.account) throw new NotFound();
    const signed = signedOf(ctx, draft.answers, signature);
    const { email } = signed;
    const isProven = await isPressed(tx, draft, email);
    const withheld = (await isFull(tx, { email, network })) && !isProven;
    const link = randomToken();
    const isSignedAgain = withheld && (await signAgain(tx, draft, signed));
    if (!isSignedAgain) await replaceLink(tx, { draft, signed, network: withheld ? null : network, link });
    const props = { url: `${env().baseUrl}/removal/confirm/${link}` };
    await sendMail(tx, { to: email, template: removalLinkMail, props, withheld });
    return { email };
  });
}

/** Whether the draft's last link was pressed. Then the mailbox is theirs, and what they sign now is another request, with a mail. */
async function isPressed(tx: Tx, { sentId = "" }: Draft, email: string): Promise<boolean> {
  // Locked first, so that a press at this moment is seen.
  await tx.$queryRaw`SELECT 1 AS locked FROM removal_drafts WHERE id = ${sentId} FOR UPDATE`;
  return (await tx.removalRequest.count({ where: { draftId: sentId, email } })) > 0;
}

/** False if the draft's last link was for another address. */
async function signAgain(tx: Tx, { sentId: id = "" }: Draft, signed: Signed): Promise<boolean> {
  const { count } = await tx.removalDraft.updateMany({
    where: { id, email: signed.email },
    data: { answers: sealDraft(id, signed), expiresAt: new Date(clock.now().getTime() + DRAFT_MS) },
  });
  return count > 0;
}

type Replaced = { draft: Draft; signed: Signed; network: string | null; link: string };

async function replaceLink(tx: Tx, { draft, signed, network, link }: Replaced): Promise<void> {
  const [id, now] = [newId(), clock.now()];
  await tx.removalDraft.create({
    data: {
      id,
      tokenHash: hashToken(randomToken()),
      answers: sealDraft(id, signed),
      email: signed.email,
      linkHash: hashToken(link),
      network,
      createdAt: now,
      expiresAt: new Date(now.getTime() + DRAFT_MS),
    },
  });
  // The row still counts for its mailbox, but nobody has this link.
  await tx.removalDraft.updateMany({
    where: { id: draft.sentId ?? "" },
    data: { linkHash: hashToken(randomToken()) },
  });
  await keepDraft(tx, { ...draft, sentId: id });
}

// Counts the rows of mails that were sent. The lock queues the links of one mailbox, so the count holds.
async function isFull(tx: Tx, { email, network }: { email: string; network: string }): Promise<boolean> {
  await lockName(tx, `removal links ${email}`);
  const sent = await tx.removalDraft.findMany({
    where: { email, network: { not: null }, createdAt: { gt: new Date(clock.now().getTime() - DAY_MS) } },
    select: { network: true },
  });
  const here = sent.filter((link) => link.network === network).length;
  const most = here === 0 ? MAILS_A_DAY.withFirsts : MAILS_A_DAY.fromAll;
  return here >= MAILS_A_DAY.fromNetwork || sent.length >= most;
}
