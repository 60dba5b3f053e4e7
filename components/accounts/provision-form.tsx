"use client";

import { Field, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";

type ProvisionFormProps = {
  provision: (state: FormState, form: FormData) => Promise<FormState>;
  /** The URLs sent for the previous creator. */
  suggested: { callbackUrl: string; redirectUrl: string | null } | null;
};

/** Provisions one creator with the fields of the API call. */
export function ProvisionForm({ provision, suggested }: ProvisionFormProps) {
  const { state, action, onSubmit, pending } = useFormAction(provision, {});
  const error = (name: string) => state.errors?.[name];
  return (
    <form action={action} onSubmit={onSubmit} noValidate className="flex flex-col gap-6">
      <ErrorSummary errors={state.errors} message={state.message} />
      <Field
        name="externalUserId"
        label="Your user id"
        hint="Your platform’s id for the creator. One account each."
        error={error("externalUserId")}
      >
        <Input autoComplete="off" spellCheck={false} maxLength={450} defaultValue={state.values?.externalUserId} />
      </Field>
      <Field
        name="email"
        label="Email"
        hint="The creator’s email address. One account per address."
        error={error("email")}
      >
        <Input type="email" inputMode="email" autoComplete="off" defaultValue={state.values?.email} />
      </Field>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field name="firstName" label="First name" optional error={error("firstName")}>
          <Input autoComplete="off" maxLength={100} defaultValue={state.values?.firstName} />
        </Field>
        <Field name="lastName" label="Last name" optional error={error("lastName")}>
          <Input autoComplete="off" maxLength={100} defaultValue={state.values?.lastName} />
        </Field>
      </div>
      <Field
        name="callbackUrl"
        label="Callback URL"
        hint="Kept for your reference only. Events go to your webhook endpoints."
        error={error("callbackUrl")}
      >
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          defaultValue={state.values?.callbackUrl ?? suggested?.callbackUrl}
        />
      </Field>
      <Field
        name="redirectUrl"
        label="Redirect URL"
        optional
        hint="Where we send the creator after onboarding."
        error={error("redirectUrl")}
      >
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          defaultValue={state.values?.redirectUrl ?? suggested?.redirectUrl ?? undefined}
        />
      </Field>
      <SubmitButton className="self-start" loading={pending}>
        Provision creator
      </SubmitButton>
    </form>
  );
}
