"use client";

import { useActionState } from "react";
import { Callout } from "@/components/ui/callout";
import { ErrorSummary, type FormState, SubmitButton } from "@/components/ui/form";
import { PasskeySignIn } from "./sign-in-form";

export type ConfirmIdentityProps = {
  /** Mails the person a link that signs in again and leads back to the page. */
  mailLink: (state: FormState, formData: FormData) => Promise<FormState>;
  email: string;
  /** The page to return to. */
  returnTo: string;
  hasPasskey: boolean;
};

/** Asks a person who signed in a while ago to sign in again before they add a passkey. */
export function ConfirmIdentity({ mailLink, email, returnTo, hasPasskey }: ConfirmIdentityProps) {
  const [state, submit] = useActionState(mailLink, {});
  if (state.ok)
    return (
      <Callout tone="accent" title="Check your email" live>
        We sent a link to <strong className="break-all">{email}</strong>. Open it in this browser to add a passkey.
      </Callout>
    );
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="max-w-prose text-muted">To add a passkey, sign in again first.</p>
      <form action={submit} className="flex flex-col gap-3">
        <ErrorSummary message={state.message} />
        <input type="hidden" name="to" value={returnTo} />
        <SubmitButton pendingLabel="Sending">Email me a sign-in link</SubmitButton>
      </form>
      {hasPasskey ? <PasskeySignIn returnTo={returnTo} /> : null}
    </div>
  );
}
