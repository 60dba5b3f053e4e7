"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { DeliveryCounts } from "@/components/events/log/event-log";
import { portalFetch, useOwnQueries } from "@/components/live/portal-fetch";
import { EVENTS_PATH, eventsOfCall } from "@/components/shell/addresses";
import { TextLink } from "@/components/ui/link";
import type { RequestDetail } from "@/lib/api/request-log/list-requests";
import type { LoggedEvent } from "@/lib/domain/events";
import { recordsOf } from "./call-records";

const EVENTS_SHOWN = 20;
const EVERY_MS = 5_000;

/** What a call was about, and the events it caused with their deliveries. */
export function CallEffects({ request }: { request: RequestDetail }) {
  const { records, isMore } = recordsOf(request);
  const { data } = useQuery(
    {
      queryKey: ["events", request.id],
      queryFn: ({ signal }) => {
        const query = new URLSearchParams({ request: request.id, limit: String(EVENTS_SHOWN) });
        return portalFetch("/api/portal/events", { query, signal });
      },
      refetchInterval: ({ state }) => (state.data?.rows.some(isOpen) ? EVERY_MS : false),
    },
    useOwnQueries(),
  );
  const events = data?.rows ?? [];
  return (
    <>
      {records.length > 0 ? (
        <Effects title="Records">
          {records.map(({ kind, id, href }) => (
            <Effect key={href} label={kind}>
              <TextLink href={href} className="break-all font-mono text-xs">
                {id}
              </TextLink>
            </Effect>
          ))}
          {isMore ? <li className="py-2 text-muted text-xs">The first {records.length} are shown.</li> : null}
        </Effects>
      ) : null}
      {events.length > 0 ? (
        <Effects title="Events">
          {events.map(({ id, type, deliveries }) => (
            <Effect key={id} label={<DeliveryCounts {...deliveries} />}>
              <TextLink href={`${EVENTS_PATH}/${id}`} className="break-words font-mono text-xs">
                {type}
              </TextLink>
            </Effect>
          ))}
          {data?.older ? (
            <li className="py-2 text-xs">
              <TextLink href={eventsOfCall(request.id)}>All events of this call</TextLink>
            </li>
          ) : null}
        </Effects>
      ) : null}
    </>
  );
}

const isOpen = ({ deliveries }: LoggedEvent): boolean => deliveries.pending > 0;

function Effects({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-medium">{title}</h3>
      <ul className="divide-y divide-line text-sm">{children}</ul>
    </section>
  );
}

const Effect = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2">
    {children}
    <span className="text-muted text-xs">{label}</span>
  </li>
);
