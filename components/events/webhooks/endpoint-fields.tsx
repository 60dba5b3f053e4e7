"use client";

import { RadioCards } from "@/components/ui/choices";
import { Field, FieldError, fieldId, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState } from "@/components/ui/form";
import type { EventTypeGroup } from "@/lib/domain/events/events";
import type { DeliveryFacts } from "@/lib/domain/events/reference";
import { EventTypePicker } from "./event-type-picker";

type EndpointFieldsProps = {
  state: FormState;
  groups: readonly EventTypeGroup[];
  facts: DeliveryFacts;
  endpoint?: { url: string; description: string | null; types: readonly string[] };
};

export function EndpointFields({ state, groups, facts, endpoint }: EndpointFieldsProps) {
  return (
    <div className="flex flex-col gap-6">
      <ErrorSummary errors={state.errors} message={state.message} />
      <Field
        name="url"
        label="URL"
        hint={`We post events to it as JSON. It must respond with 2xx within ${facts.attemptSeconds} seconds. We don’t follow redirects.`}
        error={state.errors?.url}
      >
        <Input
          type="url"
          inputMode="url"
          defaultValue={state.values?.url ?? endpoint?.url}
          placeholder="https://example.com/webhooks"
          autoComplete="off"
          spellCheck={false}
          maxLength={facts.endpointMax.url}
          className="font-mono"
        />
      </Field>
      <Field
        name="description"
        label="Description"
        optional
        hint="Helps your team recognize it."
        error={state.errors?.description}
      >
        <Input
          defaultValue={state.values?.description ?? endpoint?.description ?? undefined}
          placeholder="Production, publishing queue"
          autoComplete="off"
          maxLength={facts.endpointMax.description}
        />
      </Field>
      <EndpointTypes groups={groups} {...chosenIn(state, endpoint?.types)} error={state.errors?.types} />
    </div>
  );
}

/** The chosen types: as submitted if the page reloaded with errors, else as stored. */
function chosenIn({ values }: FormState, kept: readonly string[] = []): { some: boolean; chosen: readonly string[] } {
  if (!values) return { some: kept.length > 0, chosen: kept };
  return { some: values.choice === "some", chosen: values.types?.split(" ") ?? [] };
}

type EndpointTypesProps = {
  groups: readonly EventTypeGroup[];
  /** Whether only some types are chosen initially. */
  some: boolean;
  chosen: readonly string[];
  error: string | undefined;
};

/** The events an endpoint gets: all, or some chosen by subject. Works without scripts. */
export function EndpointTypes({ groups, some, chosen, error }: EndpointTypesProps) {
  return (
    <div className="group/types flex flex-col gap-4">
      <RadioCards
        name="choice"
        legend="Events"
        columns={2}
        defaultValue={some ? "some" : "all"}
        options={[
          { value: "all", label: "All events", description: "Including types we add later." },
          { value: "some", label: "Only those you choose", description: "No other events are sent." },
        ]}
      />
      <fieldset
        id={fieldId("types")}
        aria-label="Which events"
        aria-describedby={error ? "types-error" : undefined}
        tabIndex={-1}
        className="hidden min-w-0 flex-col gap-4 rounded-md border border-line bg-surface p-4 group-has-[input[value=some]:checked]/types:flex md:p-6"
      >
        {error ? <FieldError id="types-error">{error}</FieldError> : null}
        <EventTypePicker groups={groups} name="types" kind="checkbox" chosen={chosen} described />
      </fieldset>
    </div>
  );
}
