"use client";

import { Field, fieldOf, Input, Textarea } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";

type InspectionFormProps = {
  enter: (state: FormState, form: FormData) => Promise<FormState>;
  /** Of this form, so that it is entered once however often it is sent. */
  id: string;
  /** The production to start with. */
  production: string | undefined;
};

/** What a custodian records of an inspection. */
export function InspectionForm({ enter, id, production }: InspectionFormProps) {
  const { state, action, onSubmit, pending } = useFormAction(enter, {});
  const field = (name: string) => fieldOf(state, name);
  const value = (name: string) => state.values?.[name];
  return (
    <form action={action} onSubmit={onSubmit} noValidate className="flex flex-col gap-6">
      <ErrorSummary errors={state.errors} message={state.message} />
      <input type="hidden" name="id" value={id} />
      <div className="grid gap-6 sm:grid-cols-2">
        <Field {...field("agency")} label="Agency" hint="Linked partners see it.">
          <Input autoComplete="off" maxLength={200} defaultValue={value("agency")} />
        </Field>
        <Field {...field("inspector")} label="Inspector" hint="Name and badge number.">
          <Input autoComplete="off" maxLength={200} defaultValue={value("inspector")} />
        </Field>
      </div>
      <Field {...field("authority")} label="Authority" hint="What the inspector acted under, such as 28 CFR 75.5.">
        <Input autoComplete="off" maxLength={500} defaultValue={value("authority")} />
      </Field>
      <Field {...field("inspectedAt")} label="Day and time (UTC)" className="max-w-xs">
        <Input type="datetime-local" defaultValue={value("inspectedAt")} />
      </Field>
      <Field {...field("productionIds")} label="Productions" hint="Their ids, one on each line.">
        <Textarea
          rows={3}
          spellCheck={false}
          className="font-mono"
          defaultValue={value("productionIds") ?? production}
        />
      </Field>
      <Field {...field("shown")} label="What you showed" hint="Records, pages and copies.">
        <Textarea rows={5} maxLength={5000} defaultValue={value("shown")} />
      </Field>
      <p className="text-muted text-sm">
        The record can’t be changed later. We tell each partner linked to one of these productions the agency and the
        time, nothing else.
      </p>
      <SubmitButton className="self-start" loading={pending}>
        Record inspection
      </SubmitButton>
    </form>
  );
}
