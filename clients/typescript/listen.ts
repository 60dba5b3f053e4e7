import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { backoff, type Client } from "./client.ts";
import { type Cursor, type ReadOptions, readEvents, replaceFile, textIn } from "./events.ts";
import { signWebhook, type VellumEvent } from "./webhooks.ts";

/** What the command keeps on disk: the secret it signs with, where it posts to, and its place in the feed of one service. */
type State = { service: string; secret: string; to?: string; place?: string };

/** Opens the state in a file, or starts one. Throws if it is of another service. */
export async function openState(file: string, service: string) {
  const text = await textIn(file);
  const state: State = text ? JSON.parse(text) : { service, secret: `whsec_${randomBytes(32).toString("base64")}` };
  if (state.service !== service)
    throw new Error(`${file} is of ${state.service}. Name another file with --state, or delete it.`);
  const change = async (changed: Partial<State>) => {
    Object.assign(state, changed);
    await replaceFile(file, `${JSON.stringify(state, null, 2)}\n`);
  };
  // A later start signs with the same secret.
  if (!text) await change({});
  const cursor: Cursor = { read: async () => state.place, write: (place) => change({ place }) };
  return { ...state, cursor, change };
}

type Target = { to: string; secret: string };
export type Row = { event: { id: string; type: string }; answer: string; ms: number };
type Posting = Target & { signal?: AbortSignal | undefined; show: (row: Row) => void };
type Listening = Posting & { client: Client; backoffMs?: number } & Pick<
    ReadOptions,
    "cursor" | "from" | "types" | "pollMs" | "onRetry"
  >;

const LONGEST_MS = 30_000;

/**
 * Posts each event of the feed to a URL, rehearsed ones too, in order, one at a time, until `signal`. An event is done once it was answered, also
 * with an error, which the table shows. While nothing answers, the event is sent again, so a restart of your server loses none.
 */
export async function listen({ client, backoffMs = 500, ...how }: Listening): Promise<void> {
  const { signal, show } = how;
  for await (const event of readEvents(client, { ...how, rehearsals: true })) {
    for (let tries = 1; !signal?.aborted; tries++) {
      const { status, ...row } = await post(event, how, "del_listen");
      if (status !== undefined || tries === 1)
        show(tries === 1 ? row : { ...row, answer: `${row.answer}, try ${tries}` });
      if (status !== undefined) break;
      await pause(backoff(tries, backoffMs), undefined, { signal }).catch(() => undefined);
    }
    // Not done.
    if (signal?.aborted) return;
  }
}

/** Posts one signed event, like the service does. Without an answer, there is no `status`. */
export async function post(
  event: VellumEvent | { id: string; type: string },
  { to, secret, signal }: Target & { signal?: AbortSignal | undefined },
  deliveryId: string,
): Promise<Row & { status?: number }> {
  const body = JSON.stringify(event);
  const from = performance.now();
  const row = (answer: string) => ({ event, answer, ms: Math.round(performance.now() - from) });
  try {
    const response = await fetch(to, {
      method: "POST",
      redirect: "manual",
      body,
      headers: {
        "Content-Type": "application/json",
        "X-SVC-Event": event.type,
        "X-SVC-Delivery": deliveryId,
        ...("rehearsal" in event && event.rehearsal && { "X-SVC-Rehearsal": "1" }),
        ...signWebhook({ id: event.id, timestamp: Math.floor(Date.now() / 1_000), body, secret }),
      },
      signal: AbortSignal.any([AbortSignal.timeout(LONGEST_MS), ...(signal ? [signal] : [])]),
    });
    await response.arrayBuffer();
    return { ...row(String(response.status)), status: response.status };
  } catch (error) {
    return row(`no answer: ${whyOf(error)}`);
  }
}

/** The cause of a failed fetch in a few words. */
export function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "timed out";
  const cause = error.cause as { code?: string; message?: string } | undefined;
  return cause?.code ?? cause?.message ?? error.message;
}
