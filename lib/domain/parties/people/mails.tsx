import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
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

/**
 * Answers a sign-in request for a mailbox without an account. Takes the same props, so that both mails cost the same.
 */
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

/** Tells a person that a new passkey opens their account, in case somebody else added it. */
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
