"use client";

import { Field, fieldOf, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";
import { FIRST_SHOOT_DAY } from "@/lib/domain/scenes/labels";

type DepictionFormProps = {
  add: (state: FormState, form: FormData) => Promise<FormState>;
  /** The day to start with: the production's. */
  day: Date;
};

/** Adds one published file by hand. */
export function DepictionForm({ add, day }: DepictionFormProps) {
  const { state, action, onSubmit, pending } = useFormAction(add, {});
  const { errors, values } = state;
  return (
    <form action={action} onSubmit={onSubmit} noValidate className="flex flex-col gap-6">
      <ErrorSummary errors={errors} message={state.message} />
      <Field {...fieldOf(state, "url")} label="URL" hint="Where it is published.">
        <Input type="url" inputMode="url" autoComplete="off" maxLength={2048} defaultValue={values?.url} />
      </Field>
      <Field {...fieldOf(state, "title")} label="Title" optional>
        <Input autoComplete="off" maxLength={500} defaultValue={values?.title} />
      </Field>
      <Field {...fieldOf(state, "date")} label="Day of production">
        <Input
          type="date"
          min={FIRST_SHOOT_DAY}
          defaultValue={values?.date ?? day.toISOString().slice(0, 10)}
          className="sm:w-48"
        />
      </Field>
      <Field
        {...fieldOf(state, "sha256")}
        label="SHA-256 of the file"
        optional
        hint="64 hexadecimal characters. It proves which file you published."
      >
        <Input
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          className="font-mono"
          defaultValue={values?.sha256}
        />
      </Field>
      <SubmitButton className="self-start" loading={pending}>
        Add depiction
      </SubmitButton>
    </form>
  );
}
