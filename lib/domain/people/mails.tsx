import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { lockName } from "@/lib/platform/locks";
import { defineMail } from "@/lib/platform/mail/template";

const linkProps = z.object({ url: z.url(), expiresInMinutes: z.number().int() });

/** Signs a person in: opens a page with a button that works once. */
export const signInMail = defineMail("sign_in", linkProps, ({ url, expiresInMinutes }) => ({
  subject: `Your sign-in link for ${SERVICE_NAME}`,
  preview: `It works once, for ${expiresInMinutes} minutes.`,
  heading: "Sign in",
  body: (
    <>
      <p>
        Open the page below and press <strong>Sign in</strong> there. The link works once, for {expiresInMinutes}{" "}
        minutes.
      </p>
      <p>If you did not ask for it, do nothing. No one can sign in without it.</p>
    </>
  ),
  action: { label: "Continue to sign in", url },
  why: "You get this because this address was entered on our sign-in page.",
  stop: "We send this only on request.",
}));

/** Answers a sign-in request for a mailbox that has no account; takes the same props, so that both mails cost the same. */
export const noAccountMail = defineMail("sign_in_no_account", linkProps, ({ url }) => ({
  subject: `There is no ${SERVICE_NAME} account for this address`,
  preview: "A sign-in was requested for your address.",
  heading: "No account for this address",
  body: (
    <>
      <p>This address was entered on our sign-in page, but it has no account here.</p>
      <ul>
        <li>If it was you, try the address you were invited at, or the one your platform has.</li>
        <li>If it was not, do nothing. No one can sign in with your address.</li>
      </ul>
    </>
  ),
  action: { label: "Try another address", url: new URL("/sign-in", url).href },
  why: "You get this because this address was entered on our sign-in page.",
  stop: "We send this only on request.",
}));

/** Tells a person that a new passkey opens their account, in case it was not they who added it. */
export const passkeyAddedMail = defineMail(
  "passkey_added",
  z.object({ name: z.string(), at: z.iso.datetime(), ip: z.string().nullable(), securityUrl: z.url() }),
  ({ name, at, ip, securityUrl }) => ({
    subject: "A passkey was added to your account",
    preview: `“${name}” can now sign in as you.`,
    heading: "A passkey was added",
    body: (
      <>
        <p>
          <strong>{name}</strong> can now sign in as you. It was added on {at.slice(0, 10)} at {at.slice(11, 16)} UTC
          {ip ? ` from ${ip}` : ""}.
        </p>
        <p>If that was not you, remove the passkey and end your other sessions now.</p>
      </>
    ),
    action: { label: "View passkeys and sessions", url: securityUrl },
    why: "You get this because it affects your account’s security.",
    stop: "You can’t turn off security notices.",
  }),
);

/** How many mails of any kind one partner may cause in 24 hours to one mailbox whose address it typed. */
export const MAILS_A_DAY = 5;

/**
 * When a partner may cause the next mail to a mailbox; null for now. Counts the rows that earlier mails left, so withdrawing an
 * invitation doesn't free a place. Creator links count together with team invitations. Invitations count alone, because their
 * sender must not learn whether a creator was mailed. Codes have their own limits (lib/domain/onboarding). Locks partner and
 * mailbox until the transaction ends, so concurrent calls can't exceed the cap.
 */
export async function nextMailAt(
  tx: Tx,
  { partnerId, email, kind }: { partnerId: string; email: string; kind: "invitation" | "creator_link" },
): Promise<Date | null> {
  await lockName(tx, `mails ${partnerId} ${email}`);
  const since = new Date(clock.now().getTime() - DAY_MS);
  const [full] = await tx.$queryRaw<{ at: Date }[]>`
    SELECT at FROM (
      SELECT created_at AS at FROM partner_invitations WHERE partner_id = ${partnerId} AND email = ${email}
      UNION ALL
      SELECT l.created_at FROM onboarding_links l JOIN solo_accounts a ON a.id = l.account_id
      WHERE a.partner_id = ${partnerId} AND a.email = ${email} AND l.kind = 'mail' AND ${kind} = 'creator_link'
    ) mails
    WHERE at > ${since} ORDER BY at DESC OFFSET ${MAILS_A_DAY - 1} LIMIT 1`;
  return full ? new Date(full.at.getTime() + DAY_MS) : null;
}
