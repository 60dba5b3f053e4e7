"use client";

import { useActionState } from "react";
import { Callout } from "@/components/ui/callout";
import { CodeBlock } from "@/components/ui/code-block";
import { Field, fieldOf, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState, LargeSubmit, SubmitButton } from "@/components/ui/form";

type Action = (state: FormState, form: FormData) => Promise<FormState>;

type CodeFormProps = { action: Action; label: string; hint: string; button: string; digitsOnly?: boolean };

/** Asks for a code of an authenticator app, or a recovery code. Works without scripts. */
export function CodeForm({ action, label, hint, button, digitsOnly = false }: CodeFormProps) {
  const [state, submit] = useActionState(action, {});
  return (
    <form action={submit} className="flex flex-col gap-4" noValidate>
      <ErrorSummary errors={state.errors} message={state.message} />
      <Field {...fieldOf(state, "code")} label={label} hint={hint}>
        <Input
          inputMode={digitsOnly ? "numeric" : undefined}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
          className="max-w-64 font-mono tracking-widest"
        />
      </Field>
      <LargeSubmit pendingLabel="Checking">{button}</LargeSubmit>
    </form>
  );
}

/** Makes recovery codes and shows them, once. Works without scripts. */
export function RecoveryCodes({ make, left }: { make: Action; left: number }) {
  const [state, submit] = useActionState(make, {});
  const codes = state.values?.codes;
  if (codes)
    return (
      <div className="flex flex-col gap-3">
        <Callout tone="waiting" title="Save these codes now" live>
          We show them only once. Each one works once, instead of your passkey or app.
        </Callout>
        <CodeBlock label="Recovery codes" code={codes} />
      </div>
    );
  return (
    <form action={submit} className="flex flex-col items-start gap-3">
      <ErrorSummary message={state.message} />
      <p className="max-w-prose text-muted">
        {left === 0
          ? "You have no recovery codes. Without one, a lost device locks you out."
          : `You have ${left} left. New codes replace them.`}
      </p>
      <SubmitButton variant={left === 0 ? "primary" : "secondary"} pendingLabel="Making">
        {left === 0 ? "Make recovery codes" : "Make new codes"}
      </SubmitButton>
    </form>
  );
}
