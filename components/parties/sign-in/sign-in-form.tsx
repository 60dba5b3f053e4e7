"use client";

import { Fingerprint } from "lucide-react";
import { useActionState, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Field, fieldOf, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton } from "@/components/ui/form";
import { oneCeremony, PasskeyCancelled, signInWithPasskey } from "./passkey-ceremony";

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

/**
 * Signs in with a passkey, by button or from the email field's suggestions. Hidden if the browser has no passkeys.
 */
export function PasskeySignIn({ returnTo }: { returnTo: string | null }) {
  const [ready, setReady] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const [ceremony] = useState(() =>
    oneCeremony(
      (how) => signInWithPasskey({ returnTo, ...how }),
      (next) => window.location.assign(next),
    ),
  );

  useEffect(() => {
    let here = true;
    async function waitInField() {
      const { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill } = await import("@simplewebauthn/browser");
      if (!here || !browserSupportsWebAuthn()) return;
      setReady(true);
      if ((await browserSupportsWebAuthnAutofill()) && here) ceremony.wait();
    }
    void waitInField();
    return () => {
      here = false;
      void ceremony.leave();
    };
  }, [ceremony]);

  async function start() {
    setPending(true);
    setError(undefined);
    try {
      await ceremony.press();
    } catch (failure) {
      setPending(false);
      if (!(failure instanceof PasskeyCancelled)) setError(failure instanceof Error ? failure.message : undefined);
    }
  }

  if (!ready) return null;
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-6">
      <Button icon={<Fingerprint aria-hidden />} onClick={start} loading={pending}>
        Sign in with a passkey
      </Button>
      <p role="status" className="text-harm text-sm empty:hidden">
        {error}
      </p>
    </div>
  );
}
