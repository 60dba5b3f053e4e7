import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/page-props";
import { readPage } from "@/app/(portal)/portal/read-page";
import { requirePortalUser } from "@/app/session";
import { EVENTS_PATH, readEventAddress } from "@/components/events/log/event-address";
import { EventLog } from "@/components/events/log/event-log";
import { EventTypeFilter } from "@/components/events/webhooks/event-type-picker";
import { FilterRange, ListFilters } from "@/components/lists/filters";
import { PageHeader } from "@/components/ui/page-header";
import { eventTypeGroups, findEvents } from "@/lib/domain/events";
import { EventPageQuery } from "@/lib/domain/events/schemas";

export const metadata: Metadata = { title: "Events" };

/** The partner's events of the last 90 days, delivered or not. */
export default async function EventsPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser("manage_integration");
  const address = readEventAddress(await searchParams);
  const list = await readPage(ctx, { address, schema: EventPageQuery, list: findEvents });
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
            path={EVENTS_PATH}
            address={address}
            search={{ name: "object", label: "Id or email in the payload", placeholder: "Exact match" }}
            controls={{
              type: <EventTypeFilter key="type" groups={eventTypeGroups()} listed={address.type} />,
              range: <FilterRange key="range" {...address} />,
            }}
          />
        }
      />
    </>
  );
}
