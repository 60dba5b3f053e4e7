import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { sendTestAction } from "@/app/(portal)/portal/webhooks/actions";
import { requirePortalUser } from "@/app/session";
import { EndpointHeader } from "@/components/events/webhooks/endpoint";
import { Simulator, TestForm } from "@/components/events/webhooks/test-form";
import { Callout } from "@/components/ui/callout";
import { SectionCard } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { ENDPOINT_EVENT_TYPES, type EventType, events, eventTypeGroups, findEndpoint } from "@/lib/domain/events";
import { deliveryFacts } from "@/lib/domain/events/reference";
import { newId } from "@/lib/platform/ids";

export const metadata: Metadata = { title: "Test an endpoint" };

/** Sends signed examples to one endpoint and shows each request and response. Contract: Events, `test.ping`. */
export default async function TestPage({ params, searchParams }: PageProps<"endpointId">) {
  const ctx = await requirePortalUser("manage_integration");
  const { endpointId } = await params;
  const endpoint = await findEndpoint(ctx, { endpointId });
  if (!endpoint) notFound();
  const asked = (await searchParams).type;
  const type = ENDPOINT_EVENT_TYPES.find((each) => each === asked) ?? ENDPOINT_EVENT_TYPES[0] ?? "test.ping";
  const facts = deliveryFacts();
  const form = { endpointId: endpoint.id, send: sendTestAction.bind(null, endpoint.id), facts, press: newId() };
  return (
    <>
      <EndpointHeader endpoint={endpoint} current="test" />
      <div className="flex flex-col gap-8">
        {endpoint.status === "paused" ? (
          <Callout tone="waiting" title="This endpoint is paused">
            You can still send tests to it.
          </Callout>
        ) : null}
        <SectionCard
          id="ping"
          title="Test event"
          description={
            <>
              Posts a <Code>test.ping</Code> now, signed like every event, and shows the request and response. It isn’t
              retried and doesn’t appear under events or deliveries.
            </>
          }
        >
          <TestForm {...form}>Send test event</TestForm>
        </SectionCard>
        <SectionCard
          id="simulator"
          title="Simulator"
          description={
            <>
              Posts an example of any event, with made-up data. Its ids mark it as a test: <Code>evt_test_…</Code> and{" "}
              <Code>X-SVC-Delivery: del_test</Code>.
            </>
          }
        >
          <Simulator {...form} groups={eventTypeGroups()} type={type} press={newId()}>
            <p className="max-w-prose text-muted text-sm">{events[type].when}</p>
            <CodeBlock label="Body, sent on one line" code={preview(type)} wrap maxHeight="md" />
          </Simulator>
        </SectionCard>
      </div>
    </>
  );
}

const Code = ({ children }: { children: string }) => (
  <code className="whitespace-nowrap font-mono text-ink text-xs">{children}</code>
);

const preview = (type: EventType): string =>
  JSON.stringify({ id: "evt_test_<timestamp>", type, created: "<unix seconds>", data: events[type].example }, null, 2)
    // A number in JSON, so without quotes.
    .replace('"<unix seconds>"', "<unix seconds>");
