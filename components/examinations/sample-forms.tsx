"use client";

import { RadioCards } from "@/components/ui/choices";
import { Field, fieldOf, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";
import { WindowFields } from "./form";

type Enter = (state: FormState, form: FormData) => Promise<FormState>;

type SampleFormProps = {
  ask: Enter;
  /** Of the new sample, so that a form sent twice asks once. */
  id: string;
  /** Until when days can be chosen, as a date. */
  today: string;
};

/** Asks for a sample of a partner’s records. */
export function SampleForm({ ask, id, today }: SampleFormProps) {
  const { state, action, onSubmit, pending } = useFormAction(ask, {});
  const field = (name: string) => fieldOf(state, name);
  const value = (name: string) => state.values?.[name];
  return (
    <form action={action} onSubmit={onSubmit} noValidate className="flex flex-col gap-6">
      <ErrorSummary errors={state.errors} message={state.message} />
      <input type="hidden" name="id" value={id} />
      <div className="grid gap-6 sm:grid-cols-2">
        <Field {...field("acquirer")} label="Acquirer">
          <Input autoComplete="off" maxLength={200} defaultValue={value("acquirer")} />
        </Field>
        <Field {...field("phrase")} label="Acquirer’s phrase" optional hint="Any words or number that they choose.">
          <Input autoComplete="off" maxLength={200} defaultValue={value("phrase")} />
        </Field>
      </div>
      <RadioCards
        {...field("basis")}
        legend="Which day counts"
        columns={2}
        defaultValue={value("basis") ?? "logged"}
        options={[
          { value: "logged", label: "Day of logging", description: "When the record came to us." },
          { value: "produced", label: "Day of production", description: "When it was shot." },
        ]}
      />
      <div className="grid gap-6 sm:grid-cols-3">
        <Field {...field("from")} label="First day (UTC)">
          <Input type="date" max={today} defaultValue={value("from") ?? today} />
        </Field>
        <Field {...field("until")} label="Last day (UTC)">
          <Input type="date" max={today} defaultValue={value("until") ?? today} />
        </Field>
        <Field {...field("size")} label="How many records">
          <Input type="number" min={1} max={200} defaultValue={value("size") ?? "20"} />
        </Field>
      </div>
      <SubmitButton className="self-start" loading={pending}>
        Ask for the sample
      </SubmitButton>
    </form>
  );
}

/** What a custodian enters about who examines a sample. Its scope and its acquirer are the sample’s. */
export function SampleExaminationForm({ enter, id }: { enter: Enter; id: string }) {
  const { state, action, onSubmit, pending } = useFormAction(enter, {});
  const field = (name: string) => fieldOf(state, name);
  const value = (name: string) => state.values?.[name];
  return (
    <form action={action} onSubmit={onSubmit} noValidate className="flex flex-col gap-6">
      <ErrorSummary errors={state.errors} message={state.message} />
      <input type="hidden" name="id" value={id} />
      <div className="grid gap-6 sm:grid-cols-2">
        <Field {...field("examiner")} label="Examiner" hint="The person’s full name. Each view is recorded under it.">
          <Input autoComplete="off" maxLength={200} defaultValue={value("examiner")} />
        </Field>
        <Field {...field("credential")} label="Credential" hint="What you checked, such as a letter number.">
          <Input autoComplete="off" maxLength={200} defaultValue={value("credential")} />
        </Field>
      </div>
      <Field {...field("authority")} label="Authority" hint="What they act under, such as Mastercard AN 5196.">
        <Input autoComplete="off" maxLength={500} defaultValue={value("authority")} />
      </Field>
      <WindowFields field={field} value={value} />
      <p className="text-muted text-sm">Nothing opens until another custodian confirms.</p>
      <SubmitButton className="self-start" loading={pending}>
        Enter examination
      </SubmitButton>
    </form>
  );
}
