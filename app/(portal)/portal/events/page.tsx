import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { EventLog } from "@/components/events/log/event-log";
import { EventTypeFilter } from "@/components/events/webhooks/event-type-picker";
import { FilterRange, ListFilters } from "@/components/lists/filters";
import { EVENTS_PATH } from "@/components/shell/addresses";
import { PageHeader } from "@/components/ui/page-header";
import { eventList, eventTypeGroups } from "@/lib/domain/events";

export const metadata: Metadata = { title: "Events" };

/** The partner's events of the last 90 days, delivered or not. */
export default async function EventsPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser("manage_integration");
  const list = await eventList.open(ctx, await searchParams);
  return (
    <>
      <PageHeader
        title="Events"
        description="Events about your creators and their content, as sent to webhooks and the events API. Kept for 90 days."
      />
      <EventLog
        list={list}
        filters={
          <ListFilters
            {...list}
            path={EVENTS_PATH}
            search={{ name: "object", label: "Id or email in the payload", placeholder: "Exact match" }}
            controls={{
              type: <EventTypeFilter key="type" groups={eventTypeGroups()} listed={list.address.type} />,
              request: { label: "Request id", mono: true, className: "col-span-2 md:w-80" },
              range: <FilterRange key="range" {...list.address} />,
            }}
          />
        }
      />
    </>
  );
}
