"use client";

import { RadioCards } from "@/components/ui/choices";
import { Field, fieldOf, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";
import { PROFILE_LABELS, PROFILES } from "@/lib/domain/examinations/labels";

type ExaminationFormProps = {
  enter: (state: FormState, form: FormData) => Promise<FormState>;
  /** Of the new examination, so that a form sent twice enters it once. */
  id: string;
};

type Fields = { field: (name: string) => ReturnType<typeof fieldOf>; value: (name: string) => string | undefined };

/** From when until when an examination is open. */
export const WindowFields = ({ field, value }: Fields) => (
  <div className="grid gap-6 sm:grid-cols-2">
    <Field {...field("opensAt")} label="Opens (UTC)">
      <Input type="datetime-local" defaultValue={value("opensAt")} />
    </Field>
    <Field {...field("closesAt")} label="Closes (UTC)">
      <Input type="datetime-local" defaultValue={value("closesAt")} />
    </Field>
  </div>
);

/** The days of production that a scope is limited to. */
export const ProducedFields = ({ field, value }: Fields) => (
  <div className="grid gap-6 sm:grid-cols-2">
    <Field {...field("producedFrom")} label="Produced from" optional hint="The first day of production.">
      <Input type="date" defaultValue={value("producedFrom")} />
    </Field>
    <Field {...field("producedUntil")} label="Produced until" optional hint="The last day of production.">
      <Input type="date" defaultValue={value("producedUntil")} />
    </Field>
  </div>
);

/** What a custodian enters about an examination, before its scope. */
export function ExaminationForm({ enter, id }: ExaminationFormProps) {
  const { state, action, onSubmit, pending } = useFormAction(enter, {});
  const field = (name: string) => fieldOf(state, name);
  const value = (name: string) => state.values?.[name];
  const line = { autoComplete: "off", maxLength: 200 } as const;
  return (
    <form action={action} onSubmit={onSubmit} noValidate className="flex flex-col gap-6">
      <ErrorSummary errors={state.errors} message={state.message} />
      <input type="hidden" name="id" value={id} />
      <RadioCards
        {...field("profile")}
        legend="Who examines"
        columns={2}
        defaultValue={value("profile") ?? "inspector"}
        options={PROFILES.map((profile) => ({
          value: profile,
          label: PROFILE_LABELS[profile].label,
          description: PROFILE_LABELS[profile].sees,
        }))}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <Field
          {...field("agency")}
          label="Agency"
          hint="Or the court or company. Linked partners see the agency of an inspector."
        >
          <Input {...line} defaultValue={value("agency")} />
        </Field>
        <Field {...field("examiner")} label="Examiner" hint="The person’s full name. Each view is recorded under it.">
          <Input {...line} defaultValue={value("examiner")} />
        </Field>
      </div>
      <Field {...field("credential")} label="Credential" hint="What you checked, such as a badge or letter number.">
        <Input {...line} defaultValue={value("credential")} />
      </Field>
      <Field
        {...field("authority")}
        label="Authority"
        hint="What they act under, such as 28 CFR 75.5 or an order’s number."
      >
        <Input autoComplete="off" maxLength={500} defaultValue={value("authority")} />
      </Field>
      <WindowFields field={field} value={value} />
      <ProducedFields field={field} value={value} />
      <fieldset className="flex flex-col gap-6 border-line border-t pt-6">
        <legend className="sr-only">Telling the people whose ID is viewed</legend>
        <p className="text-muted text-sm">
          People see in their account at once that an examiner viewed their ID. Delay that only if the authority forbids
          telling them.
        </p>
        <div className="grid gap-6 sm:grid-cols-2">
          <Field {...field("toldAfter")} label="Don’t tell them before" optional>
            <Input type="date" defaultValue={value("toldAfter")} />
          </Field>
          <Field {...field("delayReason")} label="Who forbids it, and where" optional>
            <Input autoComplete="off" maxLength={500} defaultValue={value("delayReason")} />
          </Field>
        </div>
      </fieldset>
      <p className="text-muted text-sm">
        You choose the records next, and add a court’s order. Nothing opens until another custodian confirms.
      </p>
      <SubmitButton className="self-start" loading={pending}>
        Choose the records
      </SubmitButton>
    </form>
  );
}
