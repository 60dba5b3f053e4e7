"use client";

import { Checkbox } from "@/components/ui/choices";
import { Field, fieldId, fieldOf, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";
import { FIRST_SHOOT_DAY } from "@/lib/domain/scenes/labels";

type ProductionFormProps = {
  save: (state: FormState, form: FormData) => Promise<FormState>;
  /** The production to edit; null for a new one. */
  kept: { title: string; productionDate: Date } | null;
  /** Of a new production's form, so that it creates one however often it is sent. */
  id?: string;
  /** Platforms that a new production can be linked to. */
  partners?: readonly { id: string; name: string }[];
};

/** A production's title and date, and for a new one the platforms that may read it. */
export function ProductionForm({ save, kept, id, partners = [] }: ProductionFormProps) {
  const { state, action, onSubmit, pending } = useFormAction(save, {});
  const { errors, values } = state;
  return (
    <form action={action} onSubmit={onSubmit} noValidate className="flex flex-col gap-6">
      <ErrorSummary errors={errors} message={state.message} />
      {id ? <input type="hidden" name="id" value={id} /> : null}
      <Field {...fieldOf(state, "title")} label="Title" hint="Exactly as published.">
        <Input autoComplete="off" maxLength={500} defaultValue={values?.title ?? kept?.title} />
      </Field>
      <Field {...fieldOf(state, "productionDate")} label="Day of production" hint="The last day of the shoot.">
        <Input
          type="date"
          min={FIRST_SHOOT_DAY}
          defaultValue={values?.productionDate ?? kept?.productionDate.toISOString().slice(0, 10)}
          className="sm:w-48"
        />
      </Field>
      {partners.length > 0 ? (
        <fieldset className="flex min-w-0 flex-col gap-3">
          <legend className="mb-1 font-medium text-sm">Platforms</legend>
          <p className="text-muted text-sm">
            They see the title, the performers’ addresses and status, and get the certificate. You can link more later,
            but you can’t unlink one.
          </p>
          {partners.map(({ id: partnerId, name }) => (
            <Checkbox
              key={partnerId}
              id={`${fieldId("partner")}-${partnerId}`}
              name={`partner.${partnerId}`}
              label={<span className="wrap-anywhere">{name}</span>}
              defaultChecked={values !== undefined && `partner.${partnerId}` in values}
            />
          ))}
        </fieldset>
      ) : null}
      <SubmitButton className="self-start" loading={pending}>
        {kept ? "Save changes" : "Create production"}
      </SubmitButton>
    </form>
  );
}
