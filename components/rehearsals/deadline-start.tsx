"use client";

import { receiverText } from "@/components/events/webhooks/texts";
import { SectionCard } from "@/components/ui/card";
import { Field, Select } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";
import type { PortalReceiver } from "@/lib/domain/events/delivery-schemas";
import { DEADLINE_NAMES, DEADLINES } from "@/lib/domain/rehearsals/labels";

type DeadlineStartProps = {
  start: (state: FormState, form: FormData) => Promise<FormState>;
  receivers: readonly PortalReceiver[];
};

/** Chooses a deadline and where the event goes, and starts. Works without scripts. */
export function DeadlineStart({ start, receivers }: DeadlineStartProps) {
  const { state, action, onSubmit, pending } = useFormAction(start, {});
  return (
    <SectionCard
      id="start"
      title="Start a deadline rehearsal"
      description="We email owners and admins about a made-up takedown, as we would about a real one."
    >
      <form action={action} onSubmit={onSubmit} className="flex flex-col items-start gap-4">
        <ErrorSummary message={state.message} errors={state.errors} />
        <Field name="deadline" label="Deadline" error={state.errors?.deadline} className="w-full max-w-lg">
          <Select
            defaultValue={DEADLINE_NAMES[0]}
            options={DEADLINE_NAMES.map((name) => ({ value: name, label: DEADLINES[name].label }))}
          />
        </Field>
        <Field
          name="endpointId"
          label="Send its event to"
          hint="The endpoint gets production.takedown_requested if it’s subscribed, marked as a rehearsal."
          error={state.errors?.endpointId}
          className="w-full max-w-lg"
        >
          <Select
            defaultValue={receivers[0]?.id ?? ""}
            options={[
              ...receivers.map((receiver) => ({ value: receiver.id, label: receiverText(receiver) })),
              { value: "", label: "Only the event feed" },
            ]}
          />
        </Field>
        <SubmitButton loading={pending} pendingLabel="Starting…">
          Start rehearsal
        </SubmitButton>
      </form>
    </SectionCard>
  );
}
