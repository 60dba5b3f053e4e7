"use client";

import { RadioCards } from "@/components/ui/choices";
import { Field, fieldOf, Input, Textarea } from "@/components/ui/field";
import { ErrorSummary, SubmitButton, useFormAction } from "@/components/ui/form";
import { PROFILE_LABELS, PROFILES } from "@/lib/domain/examinations/labels";
import type { Act } from "./desk";
import { ProducedFields } from "./form";

type PackageFormProps = {
  enter: Act;
  /** Of the new package, so that a form sent twice enters it once. */
  id: string;
};

/** What a custodian enters about a request for records, before they choose them. */
export function PackageForm({ enter, id }: PackageFormProps) {
  const { state, action, onSubmit, pending } = useFormAction(enter, {});
  const field = (name: string) => fieldOf(state, name);
  const value = (name: string) => state.values?.[name];
  return (
    <form action={action} onSubmit={onSubmit} noValidate className="flex flex-col gap-6">
      <ErrorSummary errors={state.errors} message={state.message} />
      <input type="hidden" name="id" value={id} />
      <RadioCards
        {...field("profile")}
        legend="Who it is for"
        defaultValue={value("profile") ?? "court"}
        options={PROFILES.filter((profile) => profile !== "regulator").map((profile) => ({
          value: profile,
          label: PROFILE_LABELS[profile].label,
          description: PROFILE_LABELS[profile].sees,
        }))}
      />
      <Field {...field("requester")} label="Requested by" hint="The person and their agency, court or company.">
        <Input autoComplete="off" maxLength={200} defaultValue={value("requester")} />
      </Field>
      <Field {...field("authority")} label="Authority" hint="What they act under, such as an order’s number.">
        <Input autoComplete="off" maxLength={500} defaultValue={value("authority")} />
      </Field>
      <Field {...field("reason")} label="Reason">
        <Textarea rows={2} maxLength={500} defaultValue={value("reason")} />
      </Field>
      <ProducedFields field={field} value={value} />
      <SubmitButton className="self-start" loading={pending}>
        Choose the records
      </SubmitButton>
    </form>
  );
}
