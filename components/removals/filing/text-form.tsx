"use client";

import { type ReactNode, useActionState } from "react";
import { Field, fieldOf, Textarea } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton } from "@/components/ui/form";

type TextFormProps = {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  name: string;
  label: string;
  hint?: string;
  maxLength: number;
  button: ReactNode;
  /** Folds the form behind this line, until there is an error in it. */
  summary?: string;
  variant?: "primary" | "secondary";
};

/** One text of the claimant, on their page. */
export function TextForm(props: TextFormProps) {
  const { action, name, label, hint, maxLength, button, summary, variant = "secondary" } = props;
  const [state, submit] = useActionState(action, {});
  const form = (
    <form action={submit} noValidate className="flex flex-col gap-4">
      <ErrorSummary errors={state.errors} message={state.message} />
      <Field {...fieldOf(state, name)} label={label} hint={hint}>
        <Textarea rows={3} maxLength={maxLength} defaultValue={state.values?.[name]} />
      </Field>
      <SubmitButton variant={variant} className="self-start max-sm:w-full">
        {button}
      </SubmitButton>
    </form>
  );
  if (summary === undefined) return form;
  return (
    <details open={Boolean(state.errors || state.message)} className="py-3">
      <summary className="cursor-pointer rounded-sm py-1 font-medium text-sm">{summary}</summary>
      <div className="pt-4 pb-1">{form}</div>
    </details>
  );
}
