import type { ReactNode } from "react";
import { routes } from "@/app/api/routes";
import { CallSection } from "@/components/docs/call-section";
import { Authentication } from "@/components/docs/guide/authentication";
import { ComplianceCopies } from "@/components/docs/guide/compliance-copies";
import { Errors } from "@/components/docs/guide/errors";
import { Limits } from "@/components/docs/guide/limits";
import { Overview } from "@/components/docs/guide/overview";
import { Repeating } from "@/components/docs/guide/repeating";
import { Statuses } from "@/components/docs/guide/statuses";
import { Versioning } from "@/components/docs/guide/versioning";
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

/** One part of a page of the reference. Its id is what it has always been linked to by. */
type Part = { id: string; label: string; section: ReactNode };
/** One page of the reference; `names` where its parts are called by names from the wire. */
export type ReferenceGroup = { slug: string; title: string; about?: string; names?: boolean; parts: Part[] };

// The same for everybody, so written out once.
const events = referenceEvents(declaredWebhooks);
const envelope = fieldsOf(EventEnvelope, "output");
const facts = deliveryFacts();
const signed = vectors();
const limits = { key: WINDOWS.key.limit, unkeyed: WINDOWS.unkeyed.limit, flood: WINDOWS.flood.limit };

// What stands before the calls of an area.
const BEFORE: Record<string, Part[]> = {
  Content: [{ id: "compliance-copies", label: "Compliance copies", section: <ComplianceCopies /> }],
};

const guide = (baseUrl: string): ReferenceGroup => ({
  slug: "guide",
  title: "Guide",
  parts: [
    { id: "overview", label: "Overview", section: <Overview baseUrl={baseUrl} /> },
    { id: "authentication", label: "Authentication", section: <Authentication /> },
    { id: "statuses", label: "Statuses", section: <Statuses /> },
    { id: "errors", label: "Errors", section: <Errors errors={commonErrors()} /> },
    { id: "repeating", label: "Repeating a call", section: <Repeating /> },
    { id: "limits", label: "Limits", section: <Limits limits={limits} /> },
    { id: "versioning", label: "Versioning", section: <Versioning /> },
  ],
});

const receiving = (
  <Receiving facts={facts} envelope={envelope} sample={events[0]?.sample ?? ""} headers={DELIVERY_HEADERS} />
);

const WEBHOOKS: ReferenceGroup = {
  slug: "webhooks",
  title: "Webhooks",
  parts: [
    { id: "webhooks", label: "Receiving events", section: receiving },
    { id: "verify", label: "Verifying a signature", section: <Verifying receivers={receivers} /> },
    { id: "vectors", label: "Test vectors", section: <TestVectors vectors={signed} /> },
    { id: "webhook-deliveries", label: "Deliveries and retries", section: <Deliveries facts={facts} /> },
    { id: "webhook-secrets", label: "Signing secrets", section: <Secrets facts={facts} /> },
  ],
};

const TYPES: ReferenceGroup = {
  slug: "event-types",
  title: "Types of event",
  about:
    "Every field is there, but for those that say that they may be left out. A field without a value is null where its type says so.",
  names: true,
  parts: events.map((event) => ({ id: event.id, label: event.type, section: <EventSection event={event} /> })),
};

/** The whole reference in pages, drawn from what the routes and the types of event declare. */
export function referenceGroups(): ReferenceGroup[] {
  const { baseUrl } = env();
  const areas = [...Map.groupBy(referenceCalls(routes, baseUrl), ({ area }) => area)];
  return [
    guide(baseUrl),
    ...areas.map(([area, calls]) => ({
      slug: area.toLowerCase().replaceAll(" ", "-"),
      title: area,
      parts: [
        ...(BEFORE[area] ?? []),
        ...calls.map((call) => ({ id: call.id, label: call.summary, section: <CallSection call={call} /> })),
      ],
    })),
    WEBHOOKS,
    TYPES,
  ];
}
