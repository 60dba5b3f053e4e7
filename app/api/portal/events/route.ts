import { portalEndpoint } from "@/app/api/portal/endpoint";
import { findEvents } from "@/lib/domain/events";
import { EventPage, EventPageQuery } from "@/lib/domain/events/schemas";

/** A page of the partner's event log. */
export const GET = portalEndpoint({
  summary: "List events",
  to: "manage_integration",
  query: EventPageQuery,
  responses: { 200: EventPage },
  handle: (ctx, { query }) => findEvents(ctx, query),
});
