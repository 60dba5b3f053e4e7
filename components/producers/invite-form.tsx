"use client";

import { Callout } from "@/components/ui/callout";
import { Field, Input } from "@/components/ui/field";
import { type ActionResult, ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";
import { toast } from "@/components/ui/toast";

type Invite = (state: FormState, formData: FormData) => Promise<FormState>;

/** Invites a producer by email. */
export function InviteProducerForm({ invite }: { invite: Invite }) {
  const { state, action, onSubmit, pending } = useFormAction(invite, {});
  return (
    <form action={action} onSubmit={onSubmit} className="flex max-w-2xl flex-col gap-6" noValidate>
      <ErrorSummary errors={state.errors} message={state.ok ? undefined : state.message} />
      {state.ok ? (
        <Callout tone="done" live>
          We sent an invitation to <strong className="break-all">{state.message}</strong>.
        </Callout>
      ) : null}
      <Field name="email" label="Producer’s email" error={state.errors?.email}>
        <Input
          type="email"
          inputMode="email"
          autoComplete="off"
          defaultValue={state.values?.email}
          // Cleared once the invitation is sent.
          key={state.ok ? state.message : ""}
        />
      </Field>
      <SubmitButton className="self-start" loading={pending}>
        Send the invitation
      </SubmitButton>
    </form>
  );
}

/** Sends an invitation again, with seven more days. The earlier link stops working. */
export function ResendInvitation({ email, resend }: { email: string; resend: () => Promise<ActionResult> }) {
  async function again() {
    const { error } = await resend();
    if (error) toast("error", error);
    else toast("success", `We sent a new invitation to ${email}`);
  }
  return (
    <form action={again}>
      <SubmitButton size="sm" variant="secondary" aria-label={`Send again to ${email}`}>
        Send again
      </SubmitButton>
    </form>
  );
}
