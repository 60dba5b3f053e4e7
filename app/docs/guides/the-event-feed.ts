import type { Guide } from "./context";

const FOLLOW = `import { createClient, fileCursor, readEvents } from "vellum-client";

const { VELLUM_URL: baseUrl = "", VELLUM_API_KEY: apiKey = "" } = process.env;
const vellum = createClient({ baseUrl, apiKey });
for await (const event of readEvents(vellum, { cursor: fileCursor("events.cursor") })) {
  console.log(event.id, event.type);
}`;

/** The same events, read instead of received. */
export const eventFeed: Guide = {
  slug: "event-feed",
  chapter: "Guides",
  title: "The event feed",
  summary: "Read every event of 90 days, in order, without an endpoint.",
  write: ({ call, answer }) => ({
    lead: "The feed has the same events as webhooks, oldest first, for 90 days. Use it to catch up after an outage, or instead of webhooks.",
    parts: [
      {
        id: "read",
        title: "Read a page",
        blocks: [
          "Start without `after`. Handle each event, store `nextCursor`, and pass it as `after` next time. The parameter isn’t called `cursor`: we ignore names that we don’t know, and you would read the first page again.",
          "A page may be short, and with `types` even empty, before the end. You reached the end when `nextCursor` stays the same. Ask again a few seconds later.",
        ],
        code: [call("readEvents"), answer("readEvents")],
      },
      {
        id: "once",
        title: "Handle each event once",
        blocks: [
          {
            list: [
              "Deduplicate on `id`. A webhook and the feed have the same id for the same event.",
              "Store the cursor after you handled the page, in the same transaction if you can. Then a crash repeats events, and loses none.",
              "Match on `type`, and ignore types and fields that you don’t know.",
            ],
          },
          "Each endpoint gets its own copy of an event. The feed has each event once, also of types that no endpoint takes, and those of a paused endpoint.",
        ],
      },
      {
        id: "follow",
        title: "Follow it with the client",
        blocks: [
          "The [client for Node](/docs/guide#client) follows the feed through lost connections, and continues where it stopped.",
        ],
        code: [{ label: "follow.mjs", language: "node", code: FOLLOW }],
      },
    ],
  }),
};
