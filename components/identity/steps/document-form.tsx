"use client";

import { useActionState } from "react";
import { Heading } from "@/components/acts/parts";
import { DateFields, partsOf } from "@/components/ui/date-fields";
import { Checkbox, Field, fieldOf, Input, RadioCards, Select, type SelectOption } from "@/components/ui/field";
import { ErrorSummary, type FormState, LargeSubmit } from "@/components/ui/form";
import { DOCUMENT_TYPES, type DocumentType, documentLabels } from "@/lib/domain/identity/documents";

type DocumentFormProps = {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  countries: readonly SelectOption[];
  kept: {
    documentType: DocumentType | null;
    documentCountry: string | null;
    documentNumber: string | null;
    documentExpiry: Date | null;
  };
};

const sides: Record<DocumentType, string> = {
  passport: "One photo of the page with your picture",
  driving_licence: "Photos of both sides",
  id_card: "Photos of both sides",
  residence_permit: "Photos of both sides",
};

/** The document that proves the person's identity. */
export function DocumentForm({ action, countries, kept }: DocumentFormProps) {
  const [state, submit] = useActionState(action, {});
  const { errors, values } = state;
  const lasts = values ? values.noExpiry !== undefined : kept.documentNumber !== null && kept.documentExpiry === null;
  const country = values?.documentCountry ?? kept.documentCountry ?? "";
  return (
    <form action={submit} noValidate className="flex flex-col gap-6">
      <ErrorSummary errors={errors} message={state.message} />
      <Heading title="Your document">Have it ready. You photograph it in the next step.</Heading>
      <RadioCards
        {...fieldOf(state, "documentType")}
        legend="Document type"
        columns={2}
        defaultValue={values?.documentType ?? kept.documentType ?? undefined}
        options={DOCUMENT_TYPES.map((value) => ({ value, label: documentLabels[value], description: sides[value] }))}
      />
      <Field {...fieldOf(state, "documentCountry")} label="Issued by">
        <Select
          // React resets the form after its action and ignores a select's new default, so a new key renders a new select.
          key={country}
          options={countries}
          placeholder="Choose a country"
          autoComplete="off"
          defaultValue={country}
        />
      </Field>
      <Field {...fieldOf(state, "documentNumber")} label="Document number" hint="As printed on the document.">
        <Input
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={50}
          className="font-mono"
          defaultValue={values?.documentNumber ?? kept.documentNumber ?? ""}
        />
      </Field>
      <div className="flex flex-col gap-3">
        <DateFields
          {...fieldOf(state, "documentExpiry")}
          legend="Expiry date"
          defaultValue={partsOf("documentExpiry", values, kept.documentExpiry)}
        />
        <Checkbox name="noExpiry" label="It has no expiry date" defaultChecked={lasts} />
      </div>
      <LargeSubmit>Continue</LargeSubmit>
    </form>
  );
}
