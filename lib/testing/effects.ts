import { EVENT_TYPES, events } from "@/lib/domain/webhooks/events";
import { db } from "@/lib/platform/db";
import { openMail, QueuedMail } from "@/lib/platform/mail/send-mail";

export type SentEvent = { id: string; type: string; created: number; data: Record<string, unknown> };

/**
 * The events written for a partner, the oldest first, as their bodies say. Each must be what its type declares, without a
 * key more: what partners get is what the reference says.
 */
export async function eventsOf(partner: { id: string }): Promise<SentEvent[]> {
  const rows = await db.webhookEvent.findMany({ where: { partnerId: partner.id }, orderBy: { id: "asc" } });
  return rows.map((row) => {
    const event: SentEvent = JSON.parse(Buffer.from(row.body).toString());
    const type = EVENT_TYPES.find((known) => known === event.type);
    if (!type || type !== row.type) throw new Error(`${event.type} is no type of event`);
    // Schemas leave out what they do not know, so that what is parsed is shorter where there is a key too many.
    const known = events[type].data.parse(event.data);
    if (order(known) !== order(event.data))
      throw new Error(`${type} carries more than it declares: ${order(event.data)}`);
    const envelope = Object.keys(event).sort().join();
    if (event.id !== row.id || envelope !== "created,data,id,type") throw new Error(`not an envelope: ${envelope}`);
    return event;
  });
}

/** A value as text, whatever the order of its keys. */
const order = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** The ledger's lines on a subject, the oldest first. */
export const linesOn = (subjectId: string) =>
  db.ledgerEntry.findMany({ where: { subjectId }, orderBy: { seq: "asc" } });

type WaitingMail = { template: string; url: string; props: Record<string, unknown> };

/** The mails that wait for an address, the oldest first; `url` is where their button leads. */
export async function mailsTo(address: string): Promise<WaitingMail[]> {
  const jobs = await db.$queryRaw<{ payload: { data: unknown } }[]>`
    SELECT payload FROM graphile_worker._private_jobs ORDER BY id`;
  return jobs
    .map(({ payload }) => QueuedMail.safeParse(payload.data))
    .flatMap(({ data }) => (data ? [{ template: data.template, ...openMail(data) }] : []))
    .filter(({ to, withheld }) => to === address && !withheld)
    .map(({ template, props }) => ({ template, url: String(Object(props).url), props: Object(props) }));
}
