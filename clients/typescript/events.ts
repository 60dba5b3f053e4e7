import { readFile, rename, writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { backoff, type Client, dataOf, VellumError } from "./client.ts";
import type { EventType, VellumEvent } from "./webhooks.ts";

/** Where the place in the feed is kept: a file, or a row of your database. The text is opaque. */
export type Cursor = { read(): Promise<string | undefined>; write(place: string): Promise<void> };

/** A cursor in a file of its own. */
export const fileCursor = (path: string): Cursor => ({
  async read() {
    return (await textIn(path))?.trim();
  },
  write: (place) => replaceFile(path, `${place}\n`),
});

export const textIn = (path: string): Promise<string | undefined> =>
  readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });

/** In one step: whoever stops in between keeps the old file. Only its owner reads it. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

export type ReadOptions = {
  /** Without one, each start is the first. */
  cursor?: Cursor;
  /** Where the first start begins. Default: with the oldest event, 90 days ago at most. */
  from?: "oldest" | "now";
  /** Default: all. */
  types?: readonly EventType[];
  /** Whether to read events that you rehearse in the portal, too. Default: no. */
  rehearsals?: boolean;
  /** Whether to wait for further events at the end of the feed. Default: yes. */
  follow?: boolean;
  /** The wait at the end of the feed, and the first one when the service doesn't answer. Default: two seconds. */
  pollMs?: number;
  /** Ends the reading, without an error. */
  signal?: AbortSignal | undefined;
  /** Told why the feed can't be read, before each further try. */
  onRetry?: (error: unknown) => void;
};

/**
 * The partner's events in order, none skipped. An event counts as done when you ask for the next one: then the cursor is
 * written. An event that was in work when the program stopped comes again. Goes on after lost connections and server errors
 * for as long as it takes. Throws a `VellumError` for any other refusal.
 */
export async function* readEvents(client: Client, options: ReadOptions = {}): AsyncGenerator<VellumEvent, void, void> {
  const { cursor, from = "oldest", types, rehearsals = false, follow = true, pollMs = 2_000, signal } = options;
  const page = (after: string | undefined, wanted: readonly string[] | undefined) => {
    const asked = { ...(after && { after }), ...(wanted && { types: wanted.join(",") }), limit: 200 };
    return untilAnswered(client, { ...asked, ...(rehearsals && { rehearsals: "true" as const }) }, options);
  };
  try {
    const place = await cursor?.read();
    let [, after, done] = /^(.*?)(?::(evt_\w+))?$/.exec(place ?? "") ?? [];
    if (place === undefined && from === "now") {
      // No feed has tests, so this reads to the end without reading events.
      let end: string | undefined;
      do {
        end = after;
        after = (await page(end, ["test.ping"])).nextCursor;
      } while (after !== end);
      await cursor?.write(after);
    }
    while (!signal?.aborted) {
      const { events, nextCursor } = await page(after, types);
      // The page begins with what was done before.
      for (const event of events.slice(events.findIndex(({ id }) => id === done) + 1)) {
        yield event as VellumEvent;
        await cursor?.write(`${after ?? ""}:${event.id}`);
        if (signal?.aborted) return;
      }
      const isEnd = nextCursor === after;
      after = nextCursor;
      done = undefined;
      if (!isEnd) await cursor?.write(after);
      else if (!follow) return;
      else await pause(pollMs, undefined, { signal });
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

type Query = { after?: string; types?: string; limit: number };

async function untilAnswered(client: Client, query: Query, { pollMs = 2_000, signal, onRetry }: ReadOptions) {
  for (let tries = 1; ; tries++) {
    try {
      return dataOf(await client.GET("/api/v1/events", { params: { query }, ...(signal && { signal }) }));
    } catch (error) {
      const isFinal = error instanceof VellumError && error.status < 500 && error.status !== 429;
      if (isFinal || signal?.aborted) throw error;
      onRetry?.(error);
      await pause(backoff(tries, pollMs), undefined, { signal });
    }
  }
}
