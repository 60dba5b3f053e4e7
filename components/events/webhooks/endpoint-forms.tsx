"use client";

import { lazy, Suspense, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { SectionCard } from "@/components/ui/card";
import { RadioCards } from "@/components/ui/choices";
import { Field, FieldError, fieldId, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState, useFormAction } from "@/components/ui/form";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { toast } from "@/components/ui/toast";
import type { ShownEndpoint } from "@/lib/domain/events/endpoints";
import type { EventTypeGroup } from "@/lib/domain/events/events";
import type { DeliveryFacts } from "@/lib/domain/events/reference";
import { EventTypePicker } from "./event-type-picker";
import type { SendTest } from "./test-form";

type EndpointFieldsProps = {
  state: FormState;
  groups: readonly EventTypeGroup[];
  facts: DeliveryFacts;
  endpoint?: { url: string; description: string | null; types: readonly string[]; perSecond: number | null };
};

export function EndpointFields({ state, groups, facts, endpoint }: EndpointFieldsProps) {
  return (
    <div className="flex flex-col gap-6">
      <ErrorSummary errors={state.errors} message={state.message} />
      <Field
        name="url"
        label="URL"
        hint={`${facts.allowsPrivate ? "http or https. It may be on this machine or network." : "https, on a public host."} We post events to it as JSON. It must respond with 2xx within ${facts.attemptSeconds} seconds. We don’t follow redirects.`}
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
      <Field
        name="perSecond"
        label="Deliveries per second"
        optional
        hint="We send no more than this each second. The rest wait, and don’t count as failures."
        error={state.errors?.perSecond}
      >
        <Input
          inputMode="numeric"
          defaultValue={state.values?.perSecond ?? endpoint?.perSecond ?? undefined}
          placeholder="No limit"
          autoComplete="off"
          className="max-w-40"
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

// Needed only once an endpoint was added.
const TestForm = lazy(() => import("./test-form").then((loaded) => ({ default: loaded.TestForm })));
const SecretShown = lazy(() => import("./secret-shown").then((loaded) => ({ default: loaded.SecretShown })));

type CreatedEndpoint = FormState & { created?: { endpointId: string; secret: string } };

type NewTest = { send: SendTest; press: string };

type EndpointNewProps = {
  groups: readonly EventTypeGroup[];
  facts: DeliveryFacts;
  test: NewTest;
  create: (state: CreatedEndpoint, formData: FormData) => Promise<CreatedEndpoint>;
};

/** Adds an endpoint, then shows its signing secret and tests it. */
export function EndpointNew({ groups, facts, create, test }: EndpointNewProps) {
  const { state, action, onSubmit, pending } = useFormAction(create, {});
  if (state.created) return <Registered {...state.created} facts={facts} test={test} />;
  return (
    <>
      <PageHeader title="Add an endpoint" description="A URL on your server that receives your events." back={BACK} />
      <form action={action} onSubmit={onSubmit} className="flex max-w-3xl flex-col items-start gap-6" noValidate>
        <div className="w-full">
          <EndpointFields state={state} groups={groups} facts={facts} />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" loading={pending}>
            Add endpoint
          </Button>
          <ButtonLink href="/portal/webhooks">Cancel</ButtonLink>
        </div>
      </form>
    </>
  );
}

const BACK = { href: "/portal/webhooks", label: "Endpoints" };

type RegisteredProps = { endpointId: string; secret: string; facts: DeliveryFacts; test: NewTest };

function Registered({ endpointId, secret, facts, test }: RegisteredProps) {
  const page = useRef<HTMLDivElement>(null);
  // The form is gone, and the focus with it.
  useEffect(() => page.current?.querySelector("h1")?.focus(), []);
  return (
    <div ref={page}>
      <PageHeader
        title="Endpoint added"
        isFocusable
        description="We’ll post new events to it, signed with this secret. Store the secret on your server. Owners, admins and developers can view it again on the endpoint’s page."
        back={BACK}
      />
      <div className="flex max-w-3xl flex-col gap-6">
        <SectionCard id="secret" title="Signing secret">
          <Suspense>
            <SecretShown secret={secret} />
          </Suspense>
        </SectionCard>
        <SectionCard id="ping" title="Test event">
          <Suspense>
            <TestForm endpointId={endpointId} facts={facts} press={test.press} send={test.send.bind(null, endpointId)}>
              Send a test event
            </TestForm>
          </Suspense>
        </SectionCard>
        <div>
          <ButtonLink href={`/portal/webhooks/${endpointId}`}>Open endpoint</ButtonLink>
        </div>
      </div>
    </div>
  );
}

type EndpointSettingsProps = {
  endpoint: Pick<ShownEndpoint, "url" | "description" | "types" | "perSecond">;
  groups: readonly EventTypeGroup[];
  facts: DeliveryFacts;
  edit: (state: FormState, formData: FormData) => Promise<FormState>;
};

/** Edits an endpoint's URL, description and event types. */
export function EndpointSettings({ endpoint, groups, facts, edit }: EndpointSettingsProps) {
  const { state, action, onSubmit, pending } = useFormAction(edit, {});
  useEffect(() => {
    if (state.ok) toast("success", "Changes saved");
  }, [state]);
  return (
    <form action={action} onSubmit={onSubmit} className="flex flex-col items-start gap-6" noValidate>
      <div className="w-full">
        <EndpointFields state={state} groups={groups} facts={facts} endpoint={endpoint} />
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="primary" loading={pending}>
          Save changes
        </Button>
        <p className="text-muted text-sm">Pending deliveries use the new URL.</p>
        {state.ok ? <noscript>Changes saved.</noscript> : null}
      </div>
    </form>
  );
}
