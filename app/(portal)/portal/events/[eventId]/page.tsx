import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requirePortalUser } from "@/app/session";
import { EventDeliveries, EventPayload } from "@/components/events/log/event";
import { RehearsalBadge } from "@/components/events/rehearsal-badge";
import { callHref, EVENTS_PATH, eventsAbout } from "@/components/shell/addresses";
import { StatusCode } from "@/components/ui/badge";
import { KeyValue } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { TextLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { type RequestSummary, requestList } from "@/lib/api/request-log/list-requests";
import { findEvent, type ShownEvent } from "@/lib/domain/events";

export const metadata: Metadata = { title: "Event" };

/** One event: its payload and its deliveries. */
export default async function EventPage({ params }: { params: Promise<{ eventId: string }> }) {
  const ctx = await requirePortalUser("manage_integration");
  const { eventId } = await params;
  const event = await findEvent(ctx, { eventId });
  if (!event) notFound();
  const { requestId: request } = event;
  const call = request === null ? undefined : (await requestList.find(ctx, { request })).found[0];
  return (
    <>
      <PageHeader
        title={<span className="break-all font-mono">{event.type}</span>}
        meta={<RehearsalBadge shown={event.rehearsal} />}
        back={{ href: EVENTS_PATH, label: "Events" }}
        description={event.when}
      />
      <div className="flex flex-col gap-8">
        <KeyValue
          items={[
            { label: "Event id", value: <CopyId value={event.id} label="event id" /> },
            { label: "Created", value: <Time at={event.createdAt} as="datetime" /> },
            { label: "Size", value: <span className="tabular-nums">{event.size.toLocaleString("en")} bytes</span> },
            { label: "Caused by", value: <Cause requestId={event.requestId} call={call} /> },
            event.objects.length > 0 && { label: "About", value: <Objects objects={event.objects} /> },
          ]}
        />
        <EventDeliveries deliveries={event.deliveries} />
        <EventPayload body={event.body} size={event.size} />
        <p className="text-muted text-xs">Events and their deliveries are deleted after 90 days.</p>
      </div>
    </>
  );
}

/** The partner's own call. What people and we did says the description of the event's type. */
function Cause({ requestId, call }: { requestId: string | null; call: RequestSummary | undefined }) {
  if (requestId === null) return <span className="text-muted">No API call on record</span>;
  // Calls are logged up to a second later.
  if (!call) return <CopyId value={requestId} label="request id" />;
  return (
    <span className="flex flex-wrap items-center gap-3">
      <TextLink href={callHref(call)} className="break-all font-mono text-xs">
        {call.method} {call.path}
      </TextLink>
      <StatusCode status={call.status} code={call.code} />
    </span>
  );
}

function Objects({ objects }: { objects: ShownEvent["objects"] }) {
  return (
    <ul className="flex flex-col gap-2">
      {objects.map(({ name, value }) => (
        <li key={value} className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-muted text-xs">{name}</span>
          <CopyId value={value} label={name} />
          <TextLink href={eventsAbout(value)} className="text-xs">
            All events<span className="sr-only"> about {value}</span>
          </TextLink>
        </li>
      ))}
    </ul>
  );
}
