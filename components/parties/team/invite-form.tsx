"use client";

import type { ReactNode } from "react";
import { Callout } from "@/components/ui/callout";
import { RadioCards } from "@/components/ui/choices";
import { Field, Input } from "@/components/ui/field";
import { type ActionResult, ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";
import { toast } from "@/components/ui/toast";
import { ROLE_LABELS, ROLES } from "@/lib/domain/parties/people/roles";

export type Invite = (state: FormState, formData: FormData) => Promise<FormState>;

type InviteFormProps = {
  invite: Invite;
  /** The label of the address. */
  label: string;
  /** Whether it asks for a role in the team. */
  hasRole?: boolean;
};

/** Invites an email address. */
export function InviteForm({ invite, label, hasRole = false }: InviteFormProps) {
  const { state, action, onSubmit, pending } = useFormAction(invite, {});
  return (
    <form action={action} onSubmit={onSubmit} className="flex max-w-2xl flex-col gap-6" noValidate>
      <ErrorSummary errors={state.errors} message={state.ok ? undefined : state.message} />
      {state.ok ? (
        <Callout tone="done" live>
          We sent an invitation to <strong className="break-all">{state.message}</strong>.
        </Callout>
      ) : null}
      <Field name="email" label={label} error={state.errors?.email}>
        <Input
          type="email"
          data-do="invite"
          inputMode="email"
          autoComplete="off"
          defaultValue={state.values?.email}
          // Cleared once the invitation is sent.
          key={state.ok ? state.message : ""}
        />
      </Field>
      {hasRole ? (
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
      ) : null}
      <SubmitButton className="self-start" loading={pending}>
        Send the invitation
      </SubmitButton>
    </form>
  );
}

type SendAgainProps = { email: string; send: (form: FormData) => Promise<ActionResult>; children?: ReactNode };

/** Sends an invitation again, with seven more days. The earlier link stops working. `children` are the form's fields. */
export function SendAgain({ email, send, children }: SendAgainProps) {
  async function again(form: FormData) {
    const { error } = await send(form);
    if (error) toast("error", error);
    else toast("success", `We sent a new invitation to ${email}`);
  }
  return (
    <form action={again}>
      {children}
      <SubmitButton size="sm" variant="secondary" aria-label={`Send again to ${email}`}>
        Send again
      </SubmitButton>
    </form>
  );
}

/** Invites an address to the team again, with the same role. */
export function InviteAgain({ email, role, invite }: { email: string; role: string; invite: Invite }) {
  async function send(form: FormData): Promise<ActionResult> {
    const { ok, message, errors = {} } = await invite({}, form);
    return ok ? {} : { error: message ?? Object.values(errors)[0] ?? "That didn’t work. Try again." };
  }
  return (
    <SendAgain email={email} send={send}>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="role" value={role} />
    </SendAgain>
  );
}
