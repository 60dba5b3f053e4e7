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

const SecurityNotice = z.discriminatedUnion("change", [
  z.object({ change: z.literal("passkey_removed"), name: z.string() }),
  z.object({ change: z.enum(["app_added", "app_removed", "recovery_codes_made", "all_removed"]) }),
  z.object({ change: z.literal("recovery_code_used"), left: z.number().int() }),
]);
type SecurityNotice = z.infer<typeof SecurityNotice>;

/** A change of how a person signs in. Each is told by mail. */
export type SecurityChange = SecurityNotice | { change: "passkey_added"; name: string };

const happened = { at: z.iso.datetime(), ip: z.string().nullable(), securityUrl: z.url() };

function noticeOf(change: SecurityNotice): { subject: string; heading: string; what: string } {
  switch (change.change) {
    case "passkey_removed":
      return {
        subject: "A passkey was removed from your account",
        heading: "A passkey was removed",
        what: `“${change.name}” can no longer sign in as you.`,
      };
    case "app_added":
      return {
        subject: "An authenticator app was added to your account",
        heading: "An authenticator app was added",
        what: "Signing in by email now also takes a code of this app.",
      };
    case "app_removed":
      return {
        subject: "The authenticator app was removed from your account",
        heading: "The authenticator app was removed",
        what: "Its codes no longer count.",
      };
    case "recovery_codes_made":
      return {
        subject: "New recovery codes were made for your account",
        heading: "New recovery codes",
        what: "Earlier recovery codes no longer count.",
      };
    case "recovery_code_used":
      return {
        subject: "A recovery code was used for your account",
        heading: "A recovery code was used",
        what: `It signed in instead of your passkey or app. You have ${change.left} left.`,
      };
    case "all_removed":
      return {
        subject: "Your second factors were removed",
        heading: "Your second factors were removed",
        what: "Our support removed your passkeys, your authenticator app and your recovery codes, and ended your sessions. You can sign in by email, and set them up again.",
      };
  }
}

/** Tells a person that how they sign in has changed, in case somebody else changed it. */
export const securityNoticeMail = defineMail(
  "security_notice",
  z.intersection(SecurityNotice, z.object(happened)),
  ({ at, ip, securityUrl, ...change }) => {
    const { subject, heading, what } = noticeOf(change);
    return {
      subject,
      preview: what,
      heading,
      body: (
        <>
          <p>{what}</p>
          <p>
            This was on {at.slice(0, 10)} at {at.slice(11, 16)} UTC{ip ? ` from ${ip}` : ""}.
          </p>
          <p>If that was not you or on your request, check your passkeys and end your other sessions now.</p>
        </>
      ),
      action: { label: "View your account’s security", url: securityUrl },
      why: "You get this because it affects your account’s security.",
      stop: "You can’t turn off security notices.",
    };
  },
);
