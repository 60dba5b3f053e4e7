"use client";

import { useActionState } from "react";
import { Field, fieldOf, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton } from "@/components/ui/form";

/** Adds another name. */
export function AliasForm({ action }: { action: (state: FormState, form: FormData) => Promise<FormState> }) {
  const [state, submit] = useActionState(action, {});
  return (
    <form action={submit} noValidate className="flex max-w-md flex-col items-start gap-3">
      <ErrorSummary errors={state.errors} message={state.message} />
      <Field {...fieldOf(state, "name")} label="Add a name" className="w-full">
        <Input autoComplete="off" maxLength={200} defaultValue={state.values?.name} />
      </Field>
      <SubmitButton variant="secondary">Add name</SubmitButton>
    </form>
  );
}
