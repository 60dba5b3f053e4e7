"use client";

import { receiverText } from "@/components/events/webhooks/texts";
import { type Column, DataList } from "@/components/lists/data-list";
import { SectionCard } from "@/components/ui/card";
import { Field, Select } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";
import { PageSection } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { PortalReceiver } from "@/lib/domain/events/delivery-schemas";

type RehearsalStartProps = {
  start: (state: FormState, form: FormData) => Promise<FormState>;
  receivers: readonly PortalReceiver[];
};

/** Chooses where the events go, and starts. Works without scripts. */
export function RehearsalStart({ start, receivers }: RehearsalStartProps) {
  const { state, action, onSubmit, pending } = useFormAction(start, {});
  return (
    <SectionCard id="start" title="Start a rehearsal" description="A made-up creator of yours, for a day.">
      <form action={action} onSubmit={onSubmit} className="flex flex-col items-start gap-4">
        <ErrorSummary message={state.message} errors={state.errors} />
        <Field
          name="endpointId"
          label="Send its events to"
          hint="The endpoint gets the types that it’s subscribed to, signed and retried like any event."
          error={state.errors?.endpointId}
          className="w-full max-w-lg"
        >
          <Select
            defaultValue={receivers[0]?.id ?? ""}
            options={[
              ...receivers.map((receiver) => ({ value: receiver.id, label: receiverText(receiver) })),
              { value: "", label: "Only the event feed, for vellum listen" },
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

/** What a rehearsal is. */
export const RehearsalIntro = () => (
  <section aria-labelledby="about" className="flex flex-col gap-3 text-sm">
    <h2 id="about" className="font-medium">
      How it works
    </h2>
    <ul className="flex list-disc flex-col gap-2 pl-5 text-muted">
      <li>
        Events are the real ones, with <code className="font-mono text-ink text-xs">&quot;rehearsal&quot;: true</code>{" "}
        in the body and <code className="font-mono text-ink text-xs">X-SVC-Rehearsal: 1</code> in the headers.
      </li>
      <li>The API doesn’t know the creator: reading its ids returns 404.</li>
      <li>It costs nothing and sends no email. No list, figure, export or record includes it.</li>
      <li>Test keys return 403. Rehearse here instead.</li>
    </ul>
  </section>
);

type Running = { id: string; endpointId: string | null; createdAt: Date; endsAt: Date };
type RunningProps = { rehearsals: readonly Running[]; receivers: readonly PortalReceiver[] };

/** The rehearsals that run. Nothing without any. */
export function RunningRehearsals({ rehearsals, receivers }: RunningProps) {
  if (rehearsals.length === 0) return null;
  const columns: readonly Column<Running>[] = [
    {
      header: "Events go to",
      primary: true,
      cell: ({ endpointId }) => {
        const receiver = receivers.find(({ id }) => id === endpointId);
        return <span className="wrap-anywhere">{receiver ? receiverText(receiver) : "Only the event feed"}</span>;
      },
    },
    { header: "Started", cell: ({ createdAt }) => <Time at={createdAt} /> },
    { header: "Ends", align: "end", cell: ({ endsAt }) => <Time at={endsAt} /> },
  ];
  return (
    <PageSection id="running" title="Running">
      <DataList
        caption="Running rehearsals"
        rows={rehearsals}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/portal/webhooks/rehearsal/${id}`}
        columns={columns}
        empty={null}
      />
    </PageSection>
  );
}
