"use client";

import { useActionState } from "react";
import { Callout } from "@/components/ui/callout";
import { Field, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton } from "@/components/ui/form";
import { PasskeySignIn } from "./passkey-sign-in";

export type SignInFormProps = {
  action: (state: FormState, formData: FormData) => Promise<FormState>;
  returnTo: string | null;
};

/** Asks for a mailbox and mails it a link; beside it, the passkey. The form works without a script. */
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
        <Field name="email" label="Email" error={state.errors?.email}>
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
        <SubmitButton pendingLabel="Sending">Mail me a sign-in link</SubmitButton>
      </form>
      <PasskeySignIn returnTo={returnTo} />
    </div>
  );
}

/** The form that held the focus is gone: it goes on to what came in its place, which is thereby read out too. */
function focus(heading: HTMLElement | null): void {
  heading?.focus();
}

function LinkSent({ email, again }: { email: string; again: string }) {
  return (
    <Callout
      tone="accent"
      title={
        <h2 ref={focus} tabIndex={-1}>
          Look into your mailbox
        </h2>
      }
    >
      <p>
        We have sent a mail to <strong className="break-all">{email}</strong>. Its link works once, for 15 minutes.
      </p>
      <p className="mt-2">
        Nothing there after a minute? Look into spam, or{" "}
        <a href={again} className="underline underline-offset-4">
          try again
        </a>
        . We send only a few links at a time; an earlier one still works.
      </p>
    </Callout>
  );
}
