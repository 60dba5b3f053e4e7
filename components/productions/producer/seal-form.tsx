"use client";

import type { ReactNode } from "react";
import { Statement } from "@/components/acts/parts";
import { SignatureField } from "@/components/acts/signature-field";
import { Callout } from "@/components/ui/callout";
import { Checkbox, fieldOf } from "@/components/ui/field";
import { ErrorSummary, type FormState, LargeSubmit, useFormAction } from "@/components/ui/form";

type SealFormProps = {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  /** Exactly what the producer certifies. */
  statement: string;
  /** Identifies the statement that was read. */
  shown: string;
  /** The statement changed between reading and sending. */
  hasChanged: boolean;
  /** The button's label, and its label while it is being sent. */
  label: string;
  pendingLabel: string;
  /** What happens next. */
  children: ReactNode;
};

/** What a producer certifies, and the one act that certifies it: a tick, a typed name and a button. */
export function SealForm({ action, statement, shown, hasChanged, label, pendingLabel, children }: SealFormProps) {
  const { state, action: submit, onSubmit, pending } = useFormAction(action, {});
  const { errors, values } = state;
  return (
    <form action={submit} onSubmit={onSubmit} noValidate className="flex flex-col gap-6">
      <ErrorSummary errors={errors} message={state.message} />
      {hasChanged ? (
        <Callout tone="waiting" live title="The statement has changed">
          You haven’t certified anything yet. Read the new statement first.
        </Callout>
      ) : null}
      <Statement heading="What you certify">{statement}</Statement>
      <input type="hidden" name="shown" value={shown} />
      <Checkbox
        // React resets a form after its action and ignores a new default; a new key renders a new box.
        key={String(values !== undefined && "agreed" in values)}
        {...fieldOf(state, "agreed")}
        label="I have read this statement, and it is true."
        defaultChecked={values !== undefined && "agreed" in values}
      />
      <SignatureField
        state={state}
        hint="Typing it is your signature. It has the same legal effect as one on paper."
        className="sm:max-w-sm"
      />
      <div className="flex flex-col gap-3">
        <LargeSubmit loading={pending} pendingLabel={pendingLabel}>
          {label}
        </LargeSubmit>
        <p className="max-w-prose text-muted text-sm">{children}</p>
      </div>
    </form>
  );
}
