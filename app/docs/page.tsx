import type { Metadata } from "next";
import type { ReactNode } from "react";
import { routes } from "@/app/api/routes";
import { CallSection } from "@/components/docs/call-section";
import { Contents, type ContentsGroup } from "@/components/docs/contents";
import { Authentication } from "@/components/docs/guide/authentication";
import { ComplianceCopies } from "@/components/docs/guide/compliance-copies";
import { Errors } from "@/components/docs/guide/errors";
import { Limits } from "@/components/docs/guide/limits";
import { Overview } from "@/components/docs/guide/overview";
import { Repeating } from "@/components/docs/guide/repeating";
import { Statuses } from "@/components/docs/guide/statuses";
import { Versioning } from "@/components/docs/guide/versioning";
import { LanguageSwitch } from "@/components/docs/language-switch";
import { Section } from "@/components/docs/section";
import { Deliveries } from "@/components/docs/webhooks/deliveries";
import { EventSection } from "@/components/docs/webhooks/event-section";
import { Receiving } from "@/components/docs/webhooks/receiving";
import { Secrets } from "@/components/docs/webhooks/secrets";
import { TestVectors } from "@/components/docs/webhooks/test-vectors";
import { Verifying } from "@/components/docs/webhooks/verifying";
import { DELIVERY_HEADERS } from "@/lib/api/openapi/webhooks";
import { WINDOWS } from "@/lib/api/rate-limit/windows";
import { commonErrors, referenceCalls } from "@/lib/api/reference/calls";
import { referenceEvents } from "@/lib/api/reference/event-types";
import { fieldsOf } from "@/lib/api/reference/fields";
import { EventEnvelope } from "@/lib/domain/webhooks/feed-schemas";
import { declaredWebhooks, deliveryFacts, receivers, vectors } from "@/lib/domain/webhooks/reference";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "API reference" };

const GUIDE = [
  { id: "overview", label: "Overview" },
  { id: "authentication", label: "Authentication" },
  { id: "statuses", label: "Statuses" },
  { id: "errors", label: "Errors" },
  { id: "repeating", label: "Repeating a call" },
  { id: "limits", label: "Limits" },
  { id: "versioning", label: "Versioning" },
];

// What stands before the calls of an area.
const BEFORE: Record<string, { id: string; label: string; section: ReactNode }> = {
  Content: { id: "compliance-copies", label: "Compliance copies", section: <ComplianceCopies /> },
};

const WEBHOOKS = [
  { id: "webhooks", label: "Receiving events" },
  { id: "verify", label: "Verifying a signature" },
  { id: "vectors", label: "Test vectors" },
  { id: "webhook-deliveries", label: "Deliveries and retries" },
  { id: "webhook-secrets", label: "Signing secrets" },
];

const LANGUAGES = [
  { id: "curl", label: "curl" },
  { id: "node", label: "Node" },
  { id: "python", label: "Python" },
];

// The same for everybody, so written out once.
const events = referenceEvents(declaredWebhooks);
const envelope = fieldsOf(EventEnvelope, "output");
const facts = deliveryFacts();
const signed = vectors();

/** The API reference, drawn from what the routes and the types of event declare. */
export default function ReferencePage() {
  const { baseUrl } = env();
  const areas = [...Map.groupBy(referenceCalls(routes, baseUrl), ({ area }) => area)];
  const groups: ContentsGroup[] = [
    { title: "Guide", entries: GUIDE },
    ...areas.map(([area, calls]) => ({
      title: area,
      entries: [...(BEFORE[area] ? [BEFORE[area]] : []), ...calls.map(({ id, summary }) => ({ id, label: summary }))],
    })),
    { title: "Webhooks", entries: WEBHOOKS },
    { title: "Types of event", names: true, entries: events.map(({ id, type }) => ({ id, label: type })) },
  ];
  return (
    <div className="group/docs mx-auto flex w-full max-w-6xl flex-1 flex-col gap-4 px-4 py-8 md:px-8 lg:flex-row lg:gap-8 lg:py-0">
      <Contents groups={groups} />
      <main id="main" tabIndex={-1} className="min-w-0 flex-1 lg:py-8 print:p-0">
        <h1 className="pb-4 font-semibold text-xl">API reference</h1>
        <div className="sticky top-0 z-10 -mx-4 border-line border-b bg-paper px-4 py-2 md:mx-0 md:px-0 print:hidden">
          <LanguageSwitch legend="Examples in" name="language" choices={LANGUAGES} />
        </div>
        <div className="flex flex-col gap-12 pt-8">
          <Overview baseUrl={baseUrl} />
          <Authentication />
          <Statuses />
          <Errors errors={commonErrors()} />
          <Repeating />
          <Limits limits={{ key: WINDOWS.key.limit, unkeyed: WINDOWS.unkeyed.limit, flood: WINDOWS.flood.limit }} />
          <Versioning />
          {areas.map(([area, calls]) => (
            <Section key={area} id={area.toLowerCase().replaceAll(" ", "-")} title={area} className="gap-8">
              {BEFORE[area]?.section}
              {calls.map((call) => (
                <CallSection key={call.id} call={call} />
              ))}
            </Section>
          ))}
          <Receiving facts={facts} envelope={envelope} sample={events[0]?.sample ?? ""} headers={DELIVERY_HEADERS} />
          <Verifying receivers={receivers} />
          <TestVectors vectors={signed} />
          <Deliveries facts={facts} />
          <Secrets facts={facts} />
          <Section id="event-types" title="Types of event" className="gap-8">
            <p className="max-w-3xl">
              Every field is there, but for those that say that they may be left out. A field without a value is null
              where its type says so.
            </p>
            {events.map((event) => (
              <EventSection key={event.id} event={event} />
            ))}
          </Section>
        </div>
      </main>
    </div>
  );
}
