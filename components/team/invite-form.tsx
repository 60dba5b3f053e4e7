"use client";

import { Callout } from "@/components/ui/callout";
import { RadioCards } from "@/components/ui/choices";
import { Field, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";
import { toast } from "@/components/ui/toast";
import { ROLE_LABELS, ROLES } from "@/lib/domain/people/roles";

export type Invite = (state: FormState, formData: FormData) => Promise<FormState>;

/** Invites an email address with a role. */
export function InviteForm({ invite }: { invite: Invite }) {
  const { state, action, onSubmit, pending } = useFormAction(invite, {});
  return (
    <form action={action} onSubmit={onSubmit} className="flex max-w-2xl flex-col gap-6" noValidate>
      <ErrorSummary errors={state.errors} message={state.ok ? undefined : state.message} />
      {state.ok ? (
        <Callout tone="done" live>
          We sent an invitation to <strong className="break-all">{state.message}</strong>.
        </Callout>
      ) : null}
      <Field name="email" label="Email" error={state.errors?.email}>
        <Input
          type="email"
          inputMode="email"
          autoComplete="off"
          // Cleared once the invitation is sent.
          key={state.ok ? state.message : ""}
        />
      </Field>
      <RadioCards
        name="role"
        legend="Role"
        columns={2}
        error={state.errors?.role}
        defaultValue="developer"
        options={ROLES.map((role) => ({
          value: role,
          label: ROLE_LABELS[role].name,
          description: ROLE_LABELS[role].may,
        }))}
      />
      <SubmitButton className="self-start" loading={pending}>
        Send the invitation
      </SubmitButton>
    </form>
  );
}

/** Sends an invitation again, with seven more days. The earlier link stops working. */
export function InviteAgain({ email, role, invite }: { email: string; role: string; invite: Invite }) {
  async function again(formData: FormData) {
    const result = await invite({}, formData);
    if (result.ok) toast("success", `We sent a new invitation to ${email}`);
    else toast("error", result.message ?? Object.values(result.errors ?? {})[0] ?? "That didn’t work. Try again.");
  }
  return (
    <form action={again}>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="role" value={role} />
      <SubmitButton size="sm" variant="secondary" aria-label={`Send again to ${email}`}>
        Send again
      </SubmitButton>
    </form>
  );
}
