import type { z } from "zod";
import type { Ctx } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { newEventId } from "@/lib/platform/ids";
import { currentCallerId, currentRequestId } from "@/lib/platform/request-context";
import { contentLogEvents, soloAccountEvents } from "./payloads/account-and-content";
import { collabSceneEvents } from "./payloads/collab-scene";
import { testEvents, uploadSessionEvents, verificationEvents } from "./payloads/other";
import { productionEvents } from "./payloads/production";

/**
 * Every event type in the contract's order, with its meaning and payload. Emitted events, the reference and the simulator all
 * use these. Contract: Events.
 */
export const events = {
  ...soloAccountEvents,
  ...contentLogEvents,
  ...collabSceneEvents,
  ...uploadSessionEvents,
  ...productionEvents,
  ...verificationEvents,
  ...testEvents,
} as const;

export type EventType = keyof typeof events;
export type Payload<T extends EventType> = z.output<(typeof events)[T]["data"]>;

/** The names of all types, in the contract's order. */
export const EVENT_TYPES = Object.keys(events) as [EventType, ...EventType[]];

/** The event types of one subject, with their meaning. */
export type EventTypeGroup = { prefix: string; types: { type: EventType; when: string }[] };

/** The types that endpoints can subscribe to. Tests create no deliveries. */
export const ENDPOINT_EVENT_TYPES = EVENT_TYPES.filter((type) => type !== "test.ping");

/** The types that endpoints can subscribe to, grouped by their prefix, in the contract's order. */
export function eventTypeGroups(): EventTypeGroup[] {
  const groups = Map.groupBy(ENDPOINT_EVENT_TYPES, (type) => type.slice(0, type.indexOf(".")));
  return [...groups].map(([prefix, of]) => ({ prefix, types: of.map((type) => ({ type, when: events[type].when })) }));
}

const NAMED = /(^id|Id|^email|^unsignedPerformers)$/;
/** Longer values aren't indexed. */
export const OBJECT_LENGTH_MAX = 512;

/** An id or email in a payload, and its path: `accountId`, `performers.email`. */
export type NamedObject = { name: string; value: string };

/**
 * The ids and emails in a payload, at any depth, each once, for searching the event log. Omits values too long for the index.
 */
export function namedObjectsOf(data: unknown): NamedObject[] {
  const found = new Map<string, NamedObject>();
  const walk = (value: unknown, path: readonly string[]) => {
    if (typeof value === "string") {
      const fits = value.length > 0 && value.length <= OBJECT_LENGTH_MAX;
      if (fits && NAMED.test(path.at(-1) ?? "") && !found.has(value)) found.set(value, { name: path.join("."), value });
    } else if (Array.isArray(value)) {
      for (const inner of value) walk(inner, path);
    } else if (value && typeof value === "object") {
      for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
    }
  };
  walk(data, []);
  return [...found.values()];
}

/** Only their values. */
export const objectsOf = (data: unknown): string[] => namedObjectsOf(data).map(({ value }) => value);

/** A new event and the partner it belongs to. `ctx` says whose change it is, if one statement makes the changes of several calls. */
export type NewEvent<T extends EventType = EventType> = { type: T; partnerId: string; data: Payload<T>; ctx?: Ctx };

/**
 * Writes an event, and a delivery for each subscribed endpoint, in the transaction of its change: neither exists without the
 * other. Fixes the body's exact bytes, which every attempt sends unchanged. Contract: Events, envelope `{ id, type, created,
 * data }`.
 */
export const emit = <T extends EventType>(tx: Tx, event: NewEvent<T>): Promise<void> => emitAll(tx, [event]);

/** Like `emit`, for several at once, in their order. */
export const emitAll = <T extends EventType>(tx: Tx, events: readonly NewEvent<T>[]): Promise<void> =>
  emitRows(tx, eventRows(events));

async function emitRows(tx: Tx, rows: readonly EventRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.$queryRaw`SELECT 1 FROM (SELECT emit_events(${JSON.stringify(rows)}::json)) AS emitted`;
}

/**
 * Like `emitAll`, for events of a rehearsal: marked, and sent to no endpoint but one. The feed has them for those who ask for them.
 * Returns their ids.
 */
export async function emitRehearsed(
  tx: Tx,
  events: readonly NewEvent[],
  { endpointId }: { endpointId: string | null },
): Promise<string[]> {
  const rows = eventRows(events, REHEARSAL).map((row) => ({ ...row, rehearsal: true, endpoint_id: endpointId }));
  await emitRows(tx, rows);
  return rows.map(({ id }) => id);
}

/** What marks the body of a rehearsed event, beside `data`. */
const REHEARSAL = { rehearsal: true };

/** An event in the format of the database function `emit_events`. */
export type EventRow = {
  id: string;
  partner_id: string;
  type: EventType;
  body: string;
  objects: string[];
  at: string;
  request_id: string | null;
};

/** The input of `emit_events`, for a statement that makes a change and emits its event in one. */
export function eventRows<T extends EventType>(events: readonly NewEvent<T>[], mark = {}): EventRow[] {
  const now = clock.now();
  const created = Math.floor(now.getTime() / 1000);
  return events.map(({ type, partnerId, data, ctx }) => {
    const id = newEventId();
    return {
      id,
      partner_id: partnerId,
      type,
      body: JSON.stringify({ id, type, created, data, ...mark }),
      objects: objectsOf(data),
      at: now.toISOString(),
      request_id: causeOf(partnerId, ctx),
    };
  });
}

/** The call of the event's own partner that causes it. What others do has no id that the partner could look up. */
function causeOf(partnerId: string, ctx: Ctx | undefined): string | null {
  if (ctx) return ctx.actor.kind === "partner_key" && ctx.actor.partnerId === partnerId ? ctx.requestId : null;
  return currentCallerId() === partnerId ? (currentRequestId() ?? null) : null;
}
