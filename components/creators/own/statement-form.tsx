"use client";

import { useActionState } from "react";
import { Callout } from "@/components/ui/callout";
import { Checkbox, RadioCards } from "@/components/ui/choices";
import { DateFields, partsOf } from "@/components/ui/date-fields";
import { Field, fieldOf, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton } from "@/components/ui/form";
import type { OwnStatement } from "@/lib/domain/creators/statements";

type StatementFormProps = {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  kept: OwnStatement | null;
  /** The message that it was saved, shown until the form is sent again and refused. */
  news?: string | undefined;
};

/** The creator's part of the statement. The service writes the rest. */
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
        {...fieldOf(state, "displayName")}
        label="The name you publish under"
        hint="Public. You can’t use the name on your ID."
      >
        <Input autoComplete="off" maxLength={100} defaultValue={values?.displayName ?? draft?.displayName} />
      </Field>
      <RadioCards
        // React ignores a new default of rendered radios, so a new key renders new ones.
        key={covers}
        name="covers"
        legend="Works covered"
        defaultValue={covers}
        columns={2}
        options={[
          { value: "all", label: "All my works" },
          { value: "one", label: "One work", description: "Give its title below." },
        ]}
      />
      <Field
        {...fieldOf(state, "workTitle")}
        label="Title of the work"
        optional
        hint="Only for “One work”. Exactly as published."
      >
        <Input autoComplete="off" maxLength={200} defaultValue={values?.workTitle ?? draft?.workTitle ?? ""} />
      </Field>
      <DateFields
        {...fieldOf(state, "producedOn")}
        legend="Date of production"
        hint="For all your works, use the most recent date."
        defaultValue={partsOf("producedOn", values, draft?.producedOn ?? null)}
      />
      <Field
        {...fieldOf(state, "address")}
        label="Page address"
        optional
        hint={
          kept?.published
            ? "You can’t change the address while the statement is public."
            : "For example, nova-sky. We add ten random characters, so no one can guess the address."
        }
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
        label="Allow search engines to list it"
        description="Takes effect as soon as you save."
        defaultChecked={values ? "indexable" in values : kept?.indexable}
      />
      <SubmitButton variant={kept ? "secondary" : "primary"} className="self-start">
        {kept ? "Save changes" : "Save draft"}
      </SubmitButton>
    </form>
  );
}
