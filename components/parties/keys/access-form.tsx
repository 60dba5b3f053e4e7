"use client";

import { Callout } from "@/components/ui/callout";
import { ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";
import type { Restrictions } from "@/lib/domain/parties/keys/scopes";
import { AccessFields } from "./access-fields";

export type ChangeAccess = (state: FormState, form: FormData) => Promise<FormState>;

/** Changes a key's access. Sends what it showed before, so a colleague's change isn't lost. */
export function AccessForm({ current, change }: { current: Restrictions; change: ChangeAccess }) {
  const { state, action, onSubmit, pending } = useFormAction(change, {});
  const shown = JSON.stringify({ scopes: current.scopes, networks: current.networks });
  return (
    <form action={action} onSubmit={onSubmit} className="flex flex-col items-start gap-6" noValidate>
      <ErrorSummary errors={state.errors} message={state.ok ? undefined : state.message} />
      {state.ok ? (
        <Callout tone="done" live className="w-full">
          {state.message}
        </Callout>
      ) : null}
      <input type="hidden" name="was" value={shown} />
      {/* Another access means another form, filled with it. */}
      <div key={shown} className="w-full">
        <AccessFields state={state} current={current} />
      </div>
      <SubmitButton loading={pending}>Save access</SubmitButton>
    </form>
  );
}
