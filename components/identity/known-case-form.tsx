"use client";

import { Checkbox, RadioCards } from "@/components/ui/choices";
import { DateFields, partsOf } from "@/components/ui/date-fields";
import { Field, FieldError, fieldId, fieldOf, Input, Select, Textarea } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";
import { countries, DOCUMENT_TYPES, documentLabels, states } from "@/lib/domain/identity/documents";
import { CUSTODIAN_REASONS, rejectionWordings } from "@/lib/domain/identity/rejection-reasons";

type KnownCaseFormProps = { make: (state: FormState, form: FormData) => Promise<FormState> };

/** What a known case shows, and what its reviewers should decide. */
export function KnownCaseForm({ make }: KnownCaseFormProps) {
  const { state, action, onSubmit, pending } = useFormAction(make, {});
  const { errors = {}, values } = state;
  const text = (name: string, label: string, hint?: string) => (
    <Field {...fieldOf(state, name)} label={label} {...(hint && { hint })}>
      <Input autoComplete="off" maxLength={200} defaultValue={values?.[name]} />
    </Field>
  );
  const choice = (name: string, label: string, options: readonly { value: string; label: string }[]) => (
    <Field {...fieldOf(state, name)} label={label}>
      <Select key={values?.[name]} options={[...options]} placeholder="Choose" defaultValue={values?.[name] ?? ""} />
    </Field>
  );
  return (
    <form action={action} onSubmit={onSubmit} noValidate className="flex max-w-2xl flex-col gap-6">
      <ErrorSummary errors={state.errors} message={state.message} />
      {text("legalName", "Legal name")}
      {text("email", "Email", "Shown to the reviewer. We never send anything to it.")}
      <DateFields
        {...fieldOf(state, "birthDate")}
        legend="Date of birth"
        defaultValue={partsOf("birthDate", values, null)}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        {choice(
          "documentType",
          "Document",
          DOCUMENT_TYPES.map((value) => ({ value, label: documentLabels[value] })),
        )}
        {choice("documentCountry", "Issued by", countries)}
      </div>
      <Field {...fieldOf(state, "documentState")} label="State" hint="US driver’s licenses only" optional>
        <Select
          key={values?.documentState}
          options={[...states]}
          placeholder="None"
          defaultValue={values?.documentState ?? ""}
        />
      </Field>
      {text("documentNumber", "Document number")}
      <DateFields
        {...fieldOf(state, "documentExpiry")}
        legend="Expires"
        hint="Leave it empty for a document that never expires."
        defaultValue={partsOf("documentExpiry", values, null)}
      />
      <RadioCards
        {...fieldOf(state, "expected")}
        legend="Expected decision"
        columns={2}
        {...(values?.expected && { defaultValue: values.expected })}
        options={[
          { value: "approve", label: "Approve" },
          { value: "reject", label: "Reject" },
        ]}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-medium text-sm">Right reasons for a rejection</legend>
        {CUSTODIAN_REASONS.map((reason, at) => (
          <Checkbox
            key={reason}
            // The error summary leads to the first one.
            {...(at === 0 && { id: fieldId("reasons") })}
            name={`reason-${reason}`}
            label={rejectionWordings[reason].label}
            defaultChecked={values?.[`reason-${reason}`] === "on"}
          />
        ))}
        {errors.reasons ? <FieldError id={`${fieldId("reasons")}-error`}>{errors.reasons}</FieldError> : null}
      </fieldset>
      <Field {...fieldOf(state, "why")} label="Why" hint="Reviewers read it after their decision.">
        <Textarea maxLength={500} defaultValue={values?.why} />
      </Field>
      <SubmitButton className="self-start" loading={pending}>
        Make known case
      </SubmitButton>
    </form>
  );
}
