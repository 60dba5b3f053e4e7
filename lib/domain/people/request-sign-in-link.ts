import type { Ctx, SystemActor } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { lockName } from "@/lib/platform/locks";
import { log } from "@/lib/platform/log";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { hasOpenInvitation } from "./has-open-invitation";
import { noAccountMail, signInMail } from "./mails";
import { issueSignInToken, MAILED_LINK_MS } from "./sign-in-tokens";

/** Unspent links that one network may have mailed to one mailbox, and all networks together. */
const FROM_A_NETWORK = { atATime: 3, aDay: 30 };
const FROM_ALL = { atATime: 6, aDay: 60 };

/**
 * Mails a sign-in link to a mailbox that somebody typed into the sign-in page. The asker learns nothing, neither from
 * the answer nor from the time it takes: the same rows are written and one mail is queued whether or not the mailbox has
 * an account; only the mail's text differs. A link is refused only while an earlier one in that
 * mailbox works, so no one can use up another person's links. `email` is normalized by the caller; `network` is `networkOf`.
 */
export async function requestSignInLink(
  ctx: Ctx<SystemActor>,
  { email, network, returnTo }: { email: string; network: string; returnTo?: string | null },
): Promise<void> {
  const asked = await inTransaction(async (tx) => {
    if (!(await hasRoom(tx, email, network))) return false;
    const user = await tx.user.findUnique({ where: { email }, select: { id: true } });
    const invited = await hasOpenInvitation(tx, email);
    // Also for a stranger: a token that nobody is told is worth nothing, and leaves no difference to measure.
    const { url } = await issueSignInToken(tx, { email, mailed: true, network, returnTo });
    const props = { url, expiresInMinutes: MAILED_LINK_MS / MINUTE_MS };
    await sendMail(tx, { to: email, template: user || invited ? signInMail : noAccountMail, props });
    return true;
  });
  // Not the ledger: what strangers can cause without end is not kept for ever.
  if (!asked) log.warn({ requestId: ctx.requestId, ip: ctx.ip }, "a mailbox was asked for too many sign-in links");
}

// Counted by the tokens themselves. The lock makes requests for one mailbox queue, so that the count holds.
async function hasRoom(tx: Tx, email: string, network: string): Promise<boolean> {
  await lockName(tx, `sign-in ${email}`);
  const now = clock.now();
  const sent = await tx.verificationToken.findMany({
    where: { identifier: email, mailed: true, expires: { gt: new Date(now.getTime() - DAY_MS + MAILED_LINK_MS) } },
    select: { network: true, expires: true },
  });
  const isOpen = (link: { expires: Date }) => link.expires > now;
  if (!sent.some(isOpen)) return true;
  const here = sent.filter((link) => link.network === network);
  const fits = (links: typeof sent, most: typeof FROM_ALL) =>
    links.filter(isOpen).length < most.atATime && links.length < most.aDay;
  return fits(here, FROM_A_NETWORK) && fits(sent, FROM_ALL);
}
