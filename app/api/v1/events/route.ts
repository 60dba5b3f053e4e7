import { endpoint } from "@/lib/api/endpoint";
import { readFeed } from "@/lib/domain/events";
import { EventFeed, FeedQuery } from "@/lib/domain/events/schemas";

/** The events of the last 90 days. An addition to the contract. */
export const GET = endpoint({
  operationId: "readEvents",
  tag: "Events",
  summary: "Read events",
  description:
    "The events that webhooks deliver, oldest first, for 90 days. Use it to catch up after an outage, or instead of webhooks. " +
    "Save `nextCursor` and send it as `after` next time. You have everything when it stays the same. A short or empty page may " +
    "still have more after it. No event is ever skipped.",
  query: FeedQuery,
  responses: { 200: EventFeed },
  errors: [{ status: 503, when: "Too many of your feed calls are waiting. `Retry-After` says when to try again." }],
  example: {
    query: { after: "1788609600000000" },
    response: {
      events: [
        {
          id: "evt_03f9c2k7v1m4x8q0z5t6b3n1a",
          type: "solo_account.verified",
          created: 1788609600,
          data: {
            accountId: "03f9c2k7v1m4x8q0z5t6b3n1a",
            externalUserId: "creator-42",
            status: "verified",
            verifiedAt: "2026-09-05T12:00:00.000Z",
          },
        },
      ],
      nextCursor: "1788609600000001",
    },
  },
  handle: (ctx, { query }) => readFeed(ctx, query),
});
