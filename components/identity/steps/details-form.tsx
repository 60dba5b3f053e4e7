"use client";

import type { ComponentProps } from "react";
import { ActForm, DateField, InputField, TextField, useActState } from "@/components/acts/act-form";
import { Heading } from "@/components/acts/parts";
import { Checkbox } from "@/components/ui/choices";
import { LargeSubmit } from "@/components/ui/form";
import { dateText } from "@/components/ui/format";

type DetailsFormProps = Pick<ComponentProps<typeof ActForm>, "action"> & {
  partnerName: string;
  kept: { legalName: string | null; birthDate: Date | null; otherNames: readonly string[] };
};

/** The person's details. A birth date under 18 must be confirmed before it counts. */
export const DetailsForm = ({ action, partnerName, kept }: DetailsFormProps) => (
  <ActForm action={action}>
    <Heading title="Your details">{partnerName} never sees any of this.</Heading>
    <InputField
      name="legalName"
      label="Legal name"
      hint="Your full name, exactly as on your document."
      autoComplete="name"
      maxLength={200}
      kept={kept.legalName}
    />
    <DateField name="birthDate" legend="Date of birth" kept={kept.birthDate} autoComplete="bday" />
    <ConfirmedBirthDate />
    <TextField
      name="otherNames"
      label="Other names"
      optional
      hint="Every other name you use or have used, one per line: stage names, nicknames, a maiden name. The law requires us to index them."
      rows={3}
      autoComplete="off"
      kept={kept.otherNames.join("\n")}
    />
    <LargeSubmit>Continue</LargeSubmit>
  </ActForm>
);

function ConfirmedBirthDate() {
  const asked = useActState().values?.askedBirthDate;
  if (!asked) return null;
  return (
    <Checkbox
      name="confirmedBirthDate"
      value={asked}
      label={`Yes, I was born on ${dateText(new Date(asked).getTime())}`}
      description="If the date is wrong, correct it above. If it is right, we have to stop here: you must be 18."
    />
  );
}
