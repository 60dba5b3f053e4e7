"use client";

import { LiveList } from "@/components/live/live-list";
import { EmptyState } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { listHref } from "@/components/ui/list-address";
import type { EventPage } from "@/lib/domain/webhooks/event-log-schemas";
import { EVENTS_PATH, type EventAddress, eventQuery, filterCount } from "./event-address";
import { EVENT_COLUMNS } from "./event-columns";

/** The partner's events, newest first, live at the newest end. `initial` is the page that the address asked for. */
export function EventLog({ address, initial }: { address: EventAddress; initial: EventPage }) {
  return (
    <LiveList
      route="/api/portal/events"
      address={address}
      query={() => eventQuery(address, Date.now())}
      initial={initial}
      rows={({ events }) => events}
      at={(cursor) => listHref(EVENTS_PATH, { ...address, cursor })}
      failed="The events could not be read"
      caption="Events, newest first"
      columns={EVENT_COLUMNS}
      rowHref={({ id }) => `${EVENTS_PATH}/${id}`}
      empty={<NoEvent filtered={filterCount(address) > 0} />}
    />
  );
}

function NoEvent({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState
        title="No event matches these filters"
        actions={<ButtonLink href={EVENTS_PATH}>Show all events</ButtonLink>}
      >
        Ids and addresses are looked for whole. Events of more than 90 days ago are erased.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No events yet"
      actions={
        <>
          <ButtonLink href="/portal/webhooks">Webhook endpoints</ButtonLink>
          <ButtonLink href="/docs/webhooks" variant="ghost">
            What events there are
          </ButtonLink>
        </>
      }
    >
      As soon as something happens to one of your creators or their content, it appears here, also while no endpoint of
      yours listens.
    </EmptyState>
  );
}
