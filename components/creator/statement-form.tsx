"use client";

import { useActionState } from "react";
import { Callout } from "@/components/ui/callout";
import { Checkbox } from "@/components/ui/checkbox";
import { DateFields, partsOf } from "@/components/ui/date-fields";
import { ErrorSummary } from "@/components/ui/error-summary";
import { Field } from "@/components/ui/field";
import type { FormState } from "@/components/ui/form-state";
import { Input } from "@/components/ui/input";
import { RadioCards } from "@/components/ui/radio-cards";
import { SubmitButton } from "@/components/ui/submit-button";
import type { OwnStatement } from "@/lib/domain/statements";

type StatementFormProps = {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  kept: OwnStatement | null;
  /** What is said until the form is sent and refused: that it was saved. */
  news?: string | undefined;
};

/** What the creator says in the statement. The rest of it is the service's. */
export function StatementForm({ action, kept, news }: StatementFormProps) {
  const [state, submit] = useActionState(action, {});
  const { errors, values } = state;
  const draft = kept?.draft;
  const covers = values?.covers ?? (draft?.workTitle ? "one" : "all");
  return (
    <form action={submit} noValidate className="flex max-w-xl flex-col gap-6">
      {news && !errors && !state.message ? <Callout tone="done">{news}</Callout> : null}
      <ErrorSummary errors={errors} message={state.message} />
      <Field
        name="displayName"
        label="Your name as you publish"
        hint="Everybody can read it. Not the name on your ID: we refuse that one."
        error={errors?.displayName}
      >
        <Input autoComplete="off" maxLength={100} defaultValue={values?.displayName ?? draft?.displayName} />
      </Field>
      <RadioCards
        // React forgets a new default of what it has drawn: a new group has it.
        key={covers}
        name="covers"
        legend="Which works it is about"
        defaultValue={covers}
        columns={2}
        options={[
          { value: "all", label: "All my works" },
          { value: "one", label: "One work", description: "Give its title below." },
        ]}
      />
      <Field
        name="workTitle"
        label="Title of the one work"
        optional
        hint="Only for “One work”. As it stands on the work."
        error={errors?.workTitle}
      >
        <Input autoComplete="off" maxLength={200} defaultValue={values?.workTitle ?? draft?.workTitle ?? ""} />
      </Field>
      <DateFields
        name="producedOn"
        legend="Date of production"
        hint="Of the one work; for all your works, of the most recent."
        error={errors?.producedOn}
        defaultValue={partsOf("producedOn", values, draft?.producedOn ?? null)}
      />
      <Field
        name="address"
        label="Your part of the address"
        optional
        hint={
          kept?.published
            ? "The address stays as it is while the statement is public."
            : "Such as nova-sky. Ten characters drawn by lot follow it, so nobody finds your page by guessing, and every choice is free."
        }
        error={errors?.address}
      >
        <Input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          readOnly={Boolean(kept?.published)}
          defaultValue={values?.address ?? kept?.address}
        />
      </Field>
      <Checkbox
        key={String(values ? "indexable" in values : kept?.indexable)}
        name="indexable"
        label="Search engines may list it"
        description="Counts as soon as you save. Left open, we ask them not to."
        defaultChecked={values ? "indexable" in values : kept?.indexable}
      />
      <SubmitButton variant={kept ? "secondary" : "primary"} className="self-start">
        {kept ? "Save the changes" : "Save as a draft"}
      </SubmitButton>
    </form>
  );
}
