import type { ComponentProps, ReactNode } from "react";
import { ActForm, CheckField, SignatureField } from "@/components/acts/act-form";
import { Statement } from "@/components/acts/parts";
import { Callout } from "@/components/ui/callout";
import { LargeSubmit } from "@/components/ui/form";

type SealFormProps = Pick<ComponentProps<typeof ActForm>, "action"> & {
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
export const SealForm = ({ action, statement, shown, hasChanged, label, pendingLabel, children }: SealFormProps) => (
  <ActForm action={action} keepsInput>
    {hasChanged ? (
      <Callout tone="waiting" live title="The statement has changed">
        You haven’t certified anything yet. Read the new statement first.
      </Callout>
    ) : null}
    <Statement heading="What you certify">{statement}</Statement>
    <input type="hidden" name="shown" value={shown} />
    <CheckField name="agreed" label="I have read this statement, and it is true." />
    <SignatureField
      hint="Typing it is your signature. It has the same legal effect as one on paper."
      className="sm:max-w-sm"
    />
    <div className="flex flex-col gap-3">
      <LargeSubmit pendingLabel={pendingLabel}>{label}</LargeSubmit>
      <p className="max-w-prose text-muted text-sm">{children}</p>
    </div>
  </ActForm>
);
