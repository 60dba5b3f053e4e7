"use client";

import { useActionState } from "react";
import { Callout } from "@/components/ui/callout";
import { Field, fieldOf, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton } from "@/components/ui/form";
import { PasskeySignIn } from "./passkey-sign-in";

export type SignInFormProps = {
  action: (state: FormState, formData: FormData) => Promise<FormState>;
  returnTo: string | null;
};

/** Asks for an email address and mails it a link, or signs in by passkey. The form works without scripts. */
export function SignInForm({ action, returnTo }: SignInFormProps) {
  const [state, submit] = useActionState(action, {});
  if (state.ok)
    return (
      <LinkSent
        email={state.values?.email ?? ""}
        again={returnTo ? `/sign-in?to=${encodeURIComponent(returnTo)}` : "/sign-in"}
      />
    );
  return (
    <div className="flex flex-col gap-6">
      <form action={submit} className="flex flex-col gap-4" noValidate>
        <ErrorSummary errors={state.errors} message={state.message} />
        <input type="hidden" name="to" value={returnTo ?? ""} />
        <Field {...fieldOf(state, "email")} label="Email">
          <Input
            type="email"
            inputMode="email"
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={state.values?.email}
            key={state.values?.email}
            required
          />
        </Field>
        <SubmitButton pendingLabel="Sending">Email me a sign-in link</SubmitButton>
      </form>
      <PasskeySignIn returnTo={returnTo} />
    </div>
  );
}

/** The form had the focus. Moving it here makes screen readers announce the result. */
function focus(heading: HTMLElement | null): void {
  heading?.focus();
}

function LinkSent({ email, again }: { email: string; again: string }) {
  return (
    <Callout
      tone="accent"
      title={
        <h2 ref={focus} tabIndex={-1}>
          Check your email
        </h2>
      }
    >
      <p>
        We sent a link to <strong className="break-all">{email}</strong>. It works once, for 15 minutes.
      </p>
      <p className="mt-2">
        No email after a minute? Check your spam folder, or{" "}
        <a href={again} className="underline underline-offset-4">
          try again
        </a>
        . We send only a few links at a time. An earlier one still works.
      </p>
    </Callout>
  );
}
