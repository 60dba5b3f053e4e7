"use client";

import { useActionState } from "react";
import { ErrorSummary } from "@/components/ui/error-summary";
import { Field } from "@/components/ui/field";
import type { FormState } from "@/components/ui/form-state";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";

/** One more name. */
export function AliasForm({ action }: { action: (state: FormState, form: FormData) => Promise<FormState> }) {
  const [state, submit] = useActionState(action, {});
  return (
    <form action={submit} noValidate className="flex max-w-md flex-col items-start gap-3">
      <ErrorSummary errors={state.errors} message={state.message} />
      <Field name="name" label="Add a name" error={state.errors?.name} className="w-full">
        <Input autoComplete="off" maxLength={200} defaultValue={state.values?.name} />
      </Field>
      <SubmitButton variant="secondary">Add it to the index</SubmitButton>
    </form>
  );
}
