"use client";

import { Pause, Play } from "lucide-react";
import { useState } from "react";
import { Live } from "@/components/live/live";
import { Button, ButtonLink } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { DataList } from "@/components/ui/data-list";
import { EmptyState } from "@/components/ui/empty-state";
import { listHref } from "@/components/ui/list-address";
import { Pager } from "@/components/ui/pager";
import type { EventPage } from "@/lib/domain/webhooks/event-log-schemas";
import { EVENTS_PATH, type EventAddress, eventQuery, filterCount } from "./event-address";
import { EVENT_COLUMNS } from "./event-columns";

const LIVE_MS = 3_000;

/** The partner's events, newest first, live at the newest end. `initial` is the page that the address asked for. */
export function EventLog({ address, initial }: { address: EventAddress; initial: EventPage }) {
  const [live, setLive] = useState(true);
  const at = (cursor: string | null) => listHref(EVENTS_PATH, { ...address, cursor });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex">
        {address.cursor ? (
          <ButtonLink size="sm" href={at(null)}>
            Back to the newest
          </ButtonLink>
        ) : (
          <Button
            size="sm"
            variant="ghost"
            aria-pressed={live}
            icon={live ? <Pause aria-hidden /> : <Play aria-hidden />}
            onClick={() => setLive(!live)}
          >
            {live ? "Live: pause" : "Paused: go live"}
          </Button>
        )}
      </div>
      <Live
        route="/api/portal/events"
        view={JSON.stringify(address)}
        query={() => eventQuery(address, Date.now())}
        initial={initial}
        everyMs={live && !address.cursor ? LIVE_MS : null}
      >
        {({ data, error }) => (
          <>
            {error ? (
              <Callout tone="harm" title="The events could not be read">
                {error.message} It is tried again by itself.
              </Callout>
            ) : null}
            <DataList
              caption="Events, newest first"
              rows={data.events}
              rowKey={({ id }) => id}
              columns={EVENT_COLUMNS}
              rowHref={({ id }) => `${EVENTS_PATH}/${id}`}
              empty={<NoEvent filtered={filterCount(address) > 0} />}
            />
            <Pager newer={data.newer && at(data.newer)} older={data.older && at(data.older)} />
          </>
        )}
      </Live>
    </div>
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
          <ButtonLink href="/docs#webhooks" variant="ghost">
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
