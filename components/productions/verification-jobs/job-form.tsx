"use client";

import { ConsentFields } from "@/components/scenes/consent-fields";
import { Field, Input, Textarea } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";
import { JobCost, type JobPayer } from "./job";

type JobFormProps = {
  start: (state: FormState, form: FormData) => Promise<FormState>;
  /** The production that the performers join, if any. */
  production: { id: string; title: string; day: string } | null;
  billedTo: JobPayer;
};

/** Starts a verification job like the API does. */
export function JobForm({ start, production, billedTo }: JobFormProps) {
  const { state, action, onSubmit, pending } = useFormAction(start, {});
  const { errors, values } = state;
  return (
    <form action={action} onSubmit={onSubmit} noValidate className="flex flex-col gap-6">
      <ErrorSummary errors={errors} message={state.message} />
      {production ? <input type="hidden" name="productionId" value={production.id} /> : null}
      <div className="grid gap-6 sm:grid-cols-2">
        <Field
          name="id"
          label="Your job id"
          hint="Your own id for this job. Each id can be used once."
          error={errors?.id}
        >
          <Input autoComplete="off" spellCheck={false} maxLength={255} defaultValue={values?.id} />
        </Field>
        <Field
          name="contentId"
          label="Your content id"
          hint="The job’s webhook events include it."
          error={errors?.contentId}
        >
          <Input autoComplete="off" spellCheck={false} maxLength={255} defaultValue={values?.contentId} />
        </Field>
      </div>
      <Field name="title" label="Title" hint="The performers see it as your words." error={errors?.title}>
        <Input autoComplete="off" maxLength={500} defaultValue={values?.title ?? production?.title} />
      </Field>
      <Field
        name="productionDate"
        label="Day of production"
        error={errors?.productionDate}
        className="sm:w-1/2 sm:pr-3"
      >
        <Input type="date" defaultValue={values?.productionDate ?? production?.day} />
      </Field>
      <Field
        name="performers"
        label="Performers’ email addresses"
        hint="One on each line, up to 10. We email each performer a private link."
        error={errors?.performers}
      >
        <Textarea rows={3} autoComplete="off" spellCheck={false} defaultValue={values?.performers} />
      </Field>
      <ConsentFields {...state} />
      {production ? null : (
        <Field
          name="productionId"
          label="Production id"
          hint="For a producer’s production that is linked to you. The performers join it."
          error={errors?.productionId}
          optional
        >
          <Input autoComplete="off" spellCheck={false} defaultValue={values?.productionId} />
        </Field>
      )}
      <JobCost billedTo={billedTo} />
      <SubmitButton className="self-start" loading={pending}>
        Start job
      </SubmitButton>
    </form>
  );
}
