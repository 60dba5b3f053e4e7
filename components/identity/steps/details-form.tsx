"use client";

import { useActionState } from "react";
import { Heading } from "@/components/acts/parts";
import { DateFields, partsOf } from "@/components/ui/date-fields";
import { Checkbox, Field, fieldOf, Input, Textarea } from "@/components/ui/field";
import { ErrorSummary, type FormState, LargeSubmit } from "@/components/ui/form";
import { dateText } from "@/components/ui/format";

type DetailsFormProps = {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  partnerName: string;
  kept: { legalName: string | null; birthDate: Date | null; otherNames: readonly string[] };
};

/** The person's details. A birth date under 18 must be confirmed before it counts. */
export function DetailsForm({ action, partnerName, kept }: DetailsFormProps) {
  const [state, submit] = useActionState(action, {});
  const { errors, values } = state;
  const asked = values?.askedBirthDate;
  return (
    // Native validation is off, because the server's errors are clearer and in one place.
    <form action={submit} noValidate className="flex flex-col gap-6">
      <ErrorSummary errors={errors} message={state.message} />
      <Heading title="Your details">{partnerName} never sees any of this.</Heading>
      <Field {...fieldOf(state, "legalName")} label="Legal name" hint="Your full name, exactly as on your document.">
        <Input autoComplete="name" maxLength={200} defaultValue={values?.legalName ?? kept.legalName ?? ""} />
      </Field>
      <DateFields
        {...fieldOf(state, "birthDate")}
        legend="Date of birth"
        defaultValue={partsOf("birthDate", values, kept.birthDate)}
        autoComplete="bday"
      />
      {asked ? (
        <Checkbox
          name="confirmedBirthDate"
          value={asked}
          label={`Yes, I was born on ${dateText(new Date(asked).getTime())}`}
          description="If the date is wrong, correct it above. If it is right, we have to stop here: you must be 18."
        />
      ) : null}
      <Field
        {...fieldOf(state, "otherNames")}
        label="Other names"
        optional
        hint="Every other name you use or have used, one per line: stage names, nicknames, a maiden name. The law requires us to index them."
      >
        <Textarea rows={3} autoComplete="off" defaultValue={values?.otherNames ?? kept.otherNames.join("\n")} />
      </Field>
      <LargeSubmit>Continue</LargeSubmit>
    </form>
  );
}
