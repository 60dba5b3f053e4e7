"use client";

import { useActionState } from "react";
import { Callout } from "@/components/ui/callout";
import { ErrorSummary, type FormState, SubmitButton } from "@/components/ui/form";

export type ConfirmIdentityProps = {
  /** Mails the person a link that signs in again and leads back to the page. */
  mailLink: (state: FormState, formData: FormData) => Promise<FormState>;
  email: string;
  /** The page to return to. */
  returnTo: string;
};

/** Asks a person who signed in a while ago to sign in again, by mail. */
export function ConfirmIdentity({ mailLink, email, returnTo }: ConfirmIdentityProps) {
  const [state, submit] = useActionState(mailLink, {});
  if (state.ok)
    return (
      <Callout tone="accent" title="Check your email" live>
        We sent a link to <strong className="break-all">{email}</strong>. Open it in this browser to continue.
      </Callout>
    );
  return (
    <form action={submit} className="flex flex-col items-start gap-3">
      <ErrorSummary message={state.message} />
      <input type="hidden" name="to" value={returnTo} />
      <SubmitButton pendingLabel="Sending">Email me a sign-in link</SubmitButton>
    </form>
  );
}
