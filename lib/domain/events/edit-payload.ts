import { z } from "zod";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertMay } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, type Tx } from "@/lib/platform/db";
import { InvalidField, NotFound } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { lockEndpoint } from "./endpoints";
import { eventList } from "./event-log";
import { ENDPOINT_EVENT_TYPES, type EventType, events } from "./events";
import { EDITS_MAX, editBody, PayloadEdits } from "./payload-edits";

/** Reads edits from the text of a form. Null for none. Throws `InvalidField` `edits`. */
export function readEdits(text: string): PayloadEdits | null {
  if (text.trim() === "") return null;
  if (text.length > EDITS_MAX.text) throw new InvalidField("edits", "This is too long.");
  const parsed = Json.pipe(PayloadEdits).safeParse(text);
  if (parsed.success) return Object.keys(parsed.data).length > 0 ? parsed.data : null;
  const [issue] = parsed.error.issues;
  const at = issue?.path.join(".");
  throw new InvalidField("edits", `${at ? `${at}: ` : ""}${issue?.message ?? "This can’t be read."}`);
}

const Json = z.string().transform((text, ctx) => {
  try {
    return JSON.parse(text);
  } catch {
    ctx.addIssue({ code: "custom", message: "This is not JSON." });
    return z.NEVER;
  }
});

type OfEndpoint = { endpointId: string };

/**
 * Changes how an endpoint's payloads are edited, for deliveries from now on. Those that exist keep their edits. Null sends
 * payloads as they are. Saving the same changes nothing. Throws `NotFound`, `Forbidden`.
 */
export async function saveEdits(
  ctx: Ctx<PortalUserActor>,
  { endpointId, edits }: OfEndpoint & { edits: PayloadEdits | null },
): Promise<void> {
  await inTransaction(async (tx) => {
    const { id, partnerId, editsId: before } = await lockEndpoint(tx, ctx, endpointId);
    if (JSON.stringify(await findEdits(tx, before)) === JSON.stringify(edits)) return;
    const editsId = edits && newId();
    if (editsId)
      await tx.webhookEdits.create({
        data: { id: editsId, partnerId, endpointId: id, document: edits, createdAt: clock.now() },
      });
    await tx.webhookEndpoint.update({ where: { id }, data: { editsId } });
    const subject = { kind: "webhook_endpoint", id } as const;
    record(tx, {
      ctx,
      action: "webhook_endpoint.payload_edited",
      subject,
      partnerId,
      detail: { edits: namesIn(edits) },
    });
  });
}

/** Edits for the ledger, without what they add, which may contain a secret. */
const namesIn = (edits: PayloadEdits | null) =>
  edits && { ...edits, ...(edits.add && { add: Object.keys(edits.add) }) };

/** A version of edits. Null for none. */
async function findEdits(tx: Pick<Tx, "webhookEdits">, id: string | null): Promise<PayloadEdits | null> {
  const row = id ? await tx.webhookEdits.findFirst({ where: { id }, select: { document: true } }) : null;
  return row && PayloadEdits.parse(row.document);
}

/** How an endpoint's payloads are edited now. The caller checks that the actor may see it. */
export async function currentEdits(endpointId: string): Promise<PayloadEdits | null> {
  const endpoint = await db.webhookEndpoint.findUnique({ where: { id: endpointId }, select: { editsId: true } });
  return findEdits(db, endpoint?.editsId ?? null);
}

/** What a delivery sends: its event's body with the edits that it has. */
export async function sentBody(tx: Pick<Tx, "$queryRaw">, deliveryId: string, body: Uint8Array): Promise<Buffer> {
  const [row] = await tx.$queryRaw<{ document: unknown }[]>(Prisma.sql`
    SELECT (SELECT document FROM webhook_edits WHERE id = d.edits_id LIMIT 1) AS document
    FROM webhook_deliveries d WHERE d.id = ${deliveryId}`);
  return editBody(body, row?.document ? PayloadEdits.parse(row.document) : null);
}

/** An event before and after edits, laid out for reading. */
export type EditsPreview = { type: string; isExample: boolean; before: string; after: string };

/**
 * Shows edits on the latest event that the endpoint would get, or on an example if there is none. Throws `NotFound`, and `Forbidden`
 * for a role that may not read events.
 */
export async function previewEdits(
  ctx: Ctx<PortalUserActor>,
  { endpointId, edits }: OfEndpoint & { edits: PayloadEdits | null },
): Promise<EditsPreview> {
  const { partnerId } = ctx.actor;
  await inTransaction((tx) => assertMay(tx, ctx, { partnerId, to: "manage_integration" }));
  if (!isId(endpointId)) throw new NotFound();
  const endpoint = await db.webhookEndpoint.findFirst({ where: { id: endpointId, partnerId, deletedAt: null } });
  if (!endpoint) throw new NotFound();
  const types = ENDPOINT_EVENT_TYPES.filter((type) => endpoint.types.includes(type));
  const found = await latestBody(ctx, types);
  const body = found ?? exampleOf(types[0]);
  const laidOut = (bytes: Uint8Array) => JSON.stringify(JSON.parse(Buffer.from(bytes).toString()), null, 2);
  return {
    type: String(JSON.parse(Buffer.from(body).toString()).type),
    isExample: !found,
    before: laidOut(body),
    after: laidOut(editBody(body, edits)),
  };
}

/** The body of the partner's latest event, or of the latest of some types. Null without one. */
async function latestBody(ctx: Ctx<PortalUserActor>, types: readonly EventType[]): Promise<Uint8Array | null> {
  let latest = "";
  // By the log, which finds the latest of each type by its database index.
  for (const filters of types.length > 0 ? types.map((type) => ({ type })) : [{}]) {
    const { found } = await eventList.find(ctx, filters, 1);
    for (const { id } of found) if (id > latest) latest = id;
  }
  const where = { id: latest, partnerId: ctx.actor.partnerId };
  return (await db.webhookEvent.findFirst({ where, select: { body: true } }))?.body ?? null;
}

function exampleOf(type: EventType = "collab_scene.performer_consented"): Buffer {
  const created = Math.floor(clock.now().getTime() / 1000);
  return Buffer.from(JSON.stringify({ id: "evt_test_0", type, created, data: events[type].example }));
}
