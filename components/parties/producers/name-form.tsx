"use client";

import { Callout } from "@/components/ui/callout";
import { Field, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";

type Action = (state: FormState, form: FormData) => Promise<FormState>;

const NAME_MAX = 200;

/** The field for the name that the statements print. */
const NameField = ({ state, name }: { state: FormState; name?: string }) => (
  <Field
    name="name"
    label="Producer’s name"
    hint="Your legal or company name. The statement that 18 U.S.C. § 2257 requires prints it."
    error={state.errors?.name}
  >
    <Input autoComplete="organization" maxLength={NAME_MAX} defaultValue={state.values?.name ?? name} />
  </Field>
);

/** Accepts an invitation. Someone who is a producer already keeps their name. */
export function AcceptForm({ accept, currentName }: { accept: Action; currentName: string | null }) {
  const { state, action, onSubmit, pending } = useFormAction(accept, {});
  return (
    <form action={action} onSubmit={onSubmit} className="flex flex-col gap-6" noValidate>
      <ErrorSummary errors={state.errors} message={state.message} />
      {currentName === null ? (
        <NameField state={state} />
      ) : (
        <p className="text-muted">
          You are a producer already, as <strong className="wrap-anywhere text-ink">{currentName}</strong>.
        </p>
      )}
      <SubmitButton size="lg" loading={pending} pendingLabel="Accepting">
        Accept the invitation
      </SubmitButton>
    </form>
  );
}

export function ProducerNameForm({ rename, name }: { rename: Action; name: string }) {
  const { state, action, onSubmit, pending } = useFormAction(rename, {});
  return (
    <form action={action} onSubmit={onSubmit} className="flex flex-col gap-6" noValidate>
      <ErrorSummary errors={state.errors} message={state.message} />
      {state.ok ? (
        <Callout tone="done" live>
          Your name is saved.
        </Callout>
      ) : null}
      <NameField state={state} name={name} />
      <SubmitButton variant="secondary" className="self-start" loading={pending} pendingLabel="Saving">
        Save name
      </SubmitButton>
    </form>
  );
}
