import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/page-props";
import { readPage } from "@/app/(portal)/portal/read-page";
import { requirePortalUser } from "@/app/session";
import { readEventAddress } from "@/components/events/log/event-address";
import { EventFilters } from "@/components/events/log/event-filters";
import { EventLog } from "@/components/events/log/event-log";
import { Callout } from "@/components/ui/callout";
import { PageHeader } from "@/components/ui/page-header";
import { eventTypeGroups, findEvents } from "@/lib/domain/events";
import { EventPageQuery } from "@/lib/domain/events/schemas";

export const metadata: Metadata = { title: "Events" };

/** The partner's events of the last 90 days, delivered or not. */
export default async function EventsPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser("manage_integration");
  const address = readEventAddress(await searchParams);
  const page = await readPage(ctx, { address, schema: EventPageQuery, list: findEvents });
  return (
    <>
      <PageHeader
        title="Events"
        description="Events about your creators and their content, as sent to webhooks and the events API. Kept for 90 days."
      />
      <div className="flex flex-col gap-4">
        <EventFilters address={address} groups={eventTypeGroups()} />
        {page.ok ? (
          <EventLog address={address} initial={page.value} />
        ) : (
          <Callout tone="waiting" title="We can’t show these events">
            {page.error} Change or clear the filters.
          </Callout>
        )}
      </div>
    </>
  );
}
