import { vi } from "vitest";
import { EVENT_TYPES, events } from "@/lib/domain/events/events";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { openMail, QueuedMail } from "@/lib/platform/mail/send-mail";
import { payloadsOf } from "./queue";

export type SentEvent = { id: string; type: string; created: number; data: Record<string, unknown> };

/**
 * A partner's events, oldest first, as parsed bodies. Each must match its type's schema exactly, with no extra key,
 * because the reference is drawn from the schema.
 */
export async function eventsOf(partner: { id: string }): Promise<SentEvent[]> {
  const rows = await db.webhookEvent.findMany({ where: { partnerId: partner.id }, orderBy: { id: "asc" } });
  return rows.map((row) => {
    const event: SentEvent = JSON.parse(Buffer.from(row.body).toString());
    const type = EVENT_TYPES.find((expected) => expected === event.type);
    if (!type || type !== row.type) throw new Error(`${event.type} is no type of event`);
    // Schemas drop unknown keys, so an extra key makes the parsed text shorter.
    const expected = events[type].data.parse(event.data);
    if (order(expected) !== order(event.data))
      throw new Error(`${type} carries more than it declares: ${order(event.data)}`);
    const envelope = Object.keys(event).sort().join();
    if (event.id !== row.id || envelope !== "created,data,id,type") throw new Error(`not an envelope: ${envelope}`);
    return event;
  });
}

/** The types of a partner's events, oldest first. */
export const eventTypesOf = async (partner: { id: string }) => (await eventsOf(partner)).map(({ type }) => type);

/** A value as text, with sorted keys. */
const order = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** A subject's ledger entries, oldest first. */
export const linesOn = (subjectId: string) =>
  db.ledgerEntry.findMany({ where: { subjectId }, orderBy: { seq: "asc" } });

type WaitingMail = { template: string; url: string; props: Record<string, unknown> };

/** The mails queued for an address, oldest first. `url` is their button's link. */
export async function mailsTo(address: string): Promise<WaitingMail[]> {
  return (await payloadsOf("send_mail"))
    .map(({ payload }) => QueuedMail.parse(payload.data))
    .map((queued) => ({ template: queued.template, ...openMail(queued) }))
    .filter(({ to, withheld }) => to === address && !withheld)
    .map(({ template, props }) => ({ template, url: String(Object(props).url), props: Object(props) }));
}

/** What the log says about refusals while `run` runs, in order. */
export async function refusalsDuring(run: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const spy = vi.spyOn(log, "warn").mockReturnValue(undefined);
  try {
    await run();
    return spy.mock.calls.flatMap(([line, message]) => (message === "refused" ? [{ ...(line as object) }] : []));
  } finally {
    spy.mockRestore();
  }
}
