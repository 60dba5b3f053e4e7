import { createEndpoint } from "@/lib/domain/events/endpoint-changes";
import { emit } from "@/lib/domain/events/events";
import type { Attempt } from "@/lib/domain/events/sending/attempt";
import type { DueDelivery } from "@/lib/domain/events/sending/due";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import type { WebhookDelivery } from "@/prisma/generated/client";
import { type MadePartner, makePartner, portalCtx } from "./factories";

let made = 0;

/** The input for an endpoint of all events, each with its own URL. Nothing listens there. */
export const endpointInput = () => ({ url: `http://127.0.0.1:9/hooks/${made++}`, description: null, types: [] });

type Given = Partial<Omit<Parameters<typeof createEndpoint>[1], "partnerId">>;

/** An endpoint of a partner, registered by its developer. */
export const makeEndpoint = (partner: MadePartner, given: Given = {}) =>
  createEndpoint(portalCtx(partner, "developer"), { partnerId: partner.id, ...endpointInput(), ...given });

/** A partner with one endpoint, and what happens to it. `ctx` is its developer. */
export async function makeSubscriber(given: Given = {}) {
  const partner = await makePartner();
  const ctx = portalCtx(partner, "developer");
  const { endpointId, secret } = await makeEndpoint(partner, given);
  return {
    partner,
    ctx,
    endpointId,
    secret,
    endpoint: () => db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId }, include: { secrets: true } }),
    /** The endpoint's deliveries, oldest first. */
    deliveries: () =>
      db.webhookDelivery.findMany({
        where: { endpointId },
        orderBy: { id: "asc" },
        include: { attempts: { orderBy: { id: "asc" } } },
      }),
    count: (status?: WebhookDelivery["status"]) =>
      db.webhookDelivery.count({ where: { endpointId, ...(status && { status }) } }),
    ping: (message?: string) => ping(partner, message),
    /** What the sender would send now. */
    due: async () =>
      (
        await db.webhookDelivery.findMany({
          where: { endpointId, status: "pending", nextAttemptAt: { lte: clock.now() } },
          orderBy: { id: "asc" },
        })
      ).map(asDue),
  };
}

/** An event of a partner. */
export const ping = ({ id: partnerId }: { id: string }, message = "x"): Promise<void> =>
  inTransaction((tx) => emit(tx, { type: "test.ping", partnerId, data: { message } }));

/** A delivery as the sender reads it. */
export const asDue = (row: WebhookDelivery): DueDelivery => ({
  ...row,
  dueAt: row.nextAttemptAt ?? clock.now(),
  bytes: 2,
  body: Buffer.from("{}"),
  edits: null,
});

/** An attempt that was answered just now: by default with 200. */
export function attemptWith(given: Partial<Attempt> = {}): Attempt {
  const { responseStatus = 200 } = given;
  return {
    url: "http://127.0.0.1:9/hooks",
    at: clock.now(),
    durationMs: 0,
    requestHeaders: {},
    responseStatus,
    responseHeaders: null,
    responseBody: null,
    error: null,
    succeeded: responseStatus !== null && responseStatus < 300,
    ...given,
  };
}
