"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { RehearsalBadge } from "@/components/events/rehearsal-badge";
import { type Column, NONE } from "@/components/lists/data-list";
import { LiveListView } from "@/components/lists/live-list";
import { EVENTS_PATH, eventsAbout } from "@/components/shell/addresses";
import { StatusBadge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { eventList, LoggedEvent } from "@/lib/domain/events";

type EventLogProps = { list: Listed<typeof eventList>; filters: ReactNode };

/** The partner's events, newest first. The first page updates live. */
export const EventLog = ({ list, filters }: EventLogProps) => (
  <LiveListView
    list={list}
    route="/api/portal/events"
    noun="events"
    path={EVENTS_PATH}
    caption="Events, newest first"
    columns={EVENT_COLUMNS}
    rowHref={({ id }) => `${EVENTS_PATH}/${id}`}
    filters={filters}
    empty={{
      title: "No events yet",
      children: "Events about your creators and their content appear here, even without an endpoint.",
      actions: (
        <>
          <ButtonLink href="/portal/webhooks">Webhook endpoints</ButtonLink>
          <ButtonLink href="/docs/webhooks" variant="ghost">
            See event types
          </ButtonLink>
        </>
      ),
      noMatch: {
        isPlain: true,
        title: "No event matches these filters",
        children: "Search matches whole ids and email addresses. Events are deleted after 90 days.",
      },
    }}
  />
);

/** Enough to tell events apart. The event's page shows all. */
const OBJECTS_SHOWN = 2;

const EVENT_COLUMNS: readonly Column<LoggedEvent>[] = [
  {
    header: "Event",
    primary: true,
    cell: ({ type, isRehearsal }) => (
      <span className="flex flex-wrap items-center gap-2">
        <span className="break-words font-mono text-xs md:whitespace-nowrap">{type}</span>
        <RehearsalBadge shown={isRehearsal} />
      </span>
    ),
  },
  { header: "About", cell: ({ objects }) => <About objects={objects} /> },
  { header: "Deliveries", cell: ({ deliveries }) => <DeliveryCounts {...deliveries} /> },
  { header: "Time", align: "end", sorts: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

function About({ objects }: { objects: readonly string[] }) {
  if (objects.length === 0) return NONE;
  const more = objects.length - OBJECTS_SHOWN;
  return (
    <span className="flex min-w-0 flex-col items-start gap-1 font-mono text-xs">
      {objects.slice(0, OBJECTS_SHOWN).map((object) => (
        <Link
          key={object}
          href={eventsAbout(object)}
          title={`Events about ${object}`}
          className="max-w-56 truncate rounded-sm underline decoration-line-strong underline-offset-4 hover:text-accent-text hover:decoration-current md:max-w-72"
        >
          {object}
        </Link>
      ))}
      {more > 0 ? <span className="font-sans text-muted">and {more} more</span> : null}
    </span>
  );
}

/** How many of an event's deliveries have which status. */
export function DeliveryCounts({ delivered, failed, pending }: LoggedEvent["deliveries"]) {
  const all = delivered + failed + pending;
  if (all === 0) return <span className="text-muted text-xs">Not sent</span>;
  const of = (count: number) => (all > 1 ? `${count} of ${all} ` : "");
  return (
    <span className="flex flex-wrap gap-1">
      {failed > 0 ? <StatusBadge tone="harm">{capital(`${of(failed)}failed`)}</StatusBadge> : null}
      {pending > 0 ? <StatusBadge tone="accent">{capital(`${of(pending)}pending`)}</StatusBadge> : null}
      {delivered === all ? (
        <StatusBadge tone="done">{all > 1 ? `All ${all} delivered` : "Delivered"}</StatusBadge>
      ) : null}
    </span>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
