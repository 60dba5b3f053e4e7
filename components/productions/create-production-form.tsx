"use client";

import { ConsentFields } from "@/components/scenes/consent-fields";
import { Field, Input, Select, Textarea } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";
import { JobCost, type JobPayer } from "./verification-jobs/job";

type CreateProductionFormProps = {
  create: (state: FormState, form: FormData) => Promise<FormState>;
  /** Of this form, so that it creates one production however often it is sent. */
  id: string;
  /** Producers who accepted the partner's invitation, newest first. */
  producers: readonly { email: string; name: string }[];
  /** Whether there are others, whose address must be typed. */
  isMore: boolean;
  billedTo: JobPayer;
};

/** Creates a production, and a verification job when performers are named. */
export function CreateProductionForm({ create, id, producers, isMore, billedTo }: CreateProductionFormProps) {
  const { state, action, onSubmit, pending } = useFormAction(create, {});
  const { errors, values } = state;
  return (
    <form action={action} onSubmit={onSubmit} noValidate className="flex flex-col gap-6">
      <ErrorSummary errors={errors} message={state.message} />
      <input type="hidden" name="id" value={id} />
      <Field name="title" label="Title" hint="Exactly as it is published." error={errors?.title}>
        <Input autoComplete="off" maxLength={500} defaultValue={values?.title} />
      </Field>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field name="productionDate" label="Day of production" error={errors?.productionDate}>
          <Input type="date" defaultValue={values?.productionDate} />
        </Field>
        <Field name="producerEmail" label="Producer" error={errors?.producerEmail}>
          {isMore ? (
            <Input type="email" list="producers" autoComplete="off" defaultValue={values?.producerEmail} />
          ) : (
            <Select
              options={producers.map(({ email, name }) => ({ value: email, label: `${name}, ${email}` }))}
              {...(producers.length > 1 && { placeholder: "Choose" })}
              defaultValue={values?.producerEmail}
            />
          )}
        </Field>
        {isMore ? (
          <datalist id="producers">
            {producers.map(({ email, name }) => (
              <option key={email} value={email} label={name} />
            ))}
          </datalist>
        ) : null}
      </div>
      <fieldset className="flex min-w-0 flex-col gap-6 border-line border-t pt-6">
        <legend className="sr-only">Verification job</legend>
        <div className="flex flex-col gap-1">
          <p className="font-medium">Ask performers to sign</p>
          <p className="text-muted text-sm">
            Optional. Starts a verification job: we email each performer a private link to sign a release and show an
            ID. The producer can also add earlier scenes.
          </p>
        </div>
        <Field
          name="performers"
          label="Performers’ email addresses"
          hint="One on each line, up to 10."
          error={errors?.performers}
          optional
        >
          <Textarea rows={3} autoComplete="off" spellCheck={false} defaultValue={values?.performers} />
        </Field>
        <Field
          name="contentId"
          label="Your content id"
          hint="Required with performers. The job’s webhook events include it."
          error={errors?.contentId}
          optional
        >
          <Input autoComplete="off" spellCheck={false} maxLength={255} defaultValue={values?.contentId} />
        </Field>
        <ConsentFields {...state} />
        <JobCost billedTo={billedTo} />
      </fieldset>
      <SubmitButton className="self-start" loading={pending}>
        Create production
      </SubmitButton>
    </form>
  );
}
