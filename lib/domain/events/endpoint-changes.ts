import { z } from "zod";
import type { Ctx, PartnerKeyActor, PortalUserActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertMay, authorize } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { inTransaction, Prisma, type Tx } from "@/lib/platform/db";
import { env, isPublicAddress } from "@/lib/platform/env";
import { Conflict, InvalidField } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { defineTask, enqueue, type Schedule } from "@/lib/platform/jobs";
import { checkPublicHost, parseReceiverUrl, UnusableAddress } from "@/lib/platform/receivers";
import type { WebhookEndpoint } from "@/prisma/generated/client";
import { forceIndexes, giveUp } from "./delivery-states";
import { lockEndpoint } from "./endpoints";
import { ENDPOINT_MAX, type EndpointChange, type EndpointInput } from "./schemas";
import { issueSecret } from "./secrets";
import { wakeSender } from "./sending/wake";

/** The limit per partner. Each endpoint costs a delivery for every event. */
export const MAX_ENDPOINTS = 20;

/**
 * Registers an endpoint of a partner, enabled, with its own signing secret. Contract: Authentication, 8.
 * Throws `InvalidField` `url`, `Conflict` `too_many_endpoints`, `Forbidden`, `NotFound`.
 */
export async function createEndpoint(
  ctx: Ctx<PortalUserActor | PartnerKeyActor | SystemActor>,
  { partnerId, ...input }: Omit<EndpointInput, "perSecond"> & Partial<EndpointInput> & { partnerId: string },
): Promise<{ endpointId: string; secret: string }> {
  // Check permission first: `checkReceiver` makes DNS requests.
  await inTransaction((tx) => assertMay(tx, ctx, { partnerId, to: "manage_webhooks" }));
  const url = await checkReceiver(input.url);
  return inTransaction(async (tx) => {
    await authorize(tx, ctx, { partnerId, to: "manage_webhooks" });
    const there = await tx.webhookEndpoint.count({ where: { partnerId, deletedAt: null } });
    if (there >= MAX_ENDPOINTS) {
      throw new Conflict("too_many_endpoints", `You have ${MAX_ENDPOINTS} endpoints, the maximum.`);
    }
    await refuseTakenUrl(tx, { partnerId, url });
    const id = newId();
    const { description, types, perSecond = null } = input;
    const createdById = ctx.actor.kind === "portal_user" ? ctx.actor.userId : null;
    const createdAt = clock.now();
    await tx.webhookEndpoint.create({
      data: { id, partnerId, url, description, types, perSecond, createdById, createdAt },
    });
    const secret = await issueSecret(tx, { id, partnerId });
    const subject = { kind: "webhook_endpoint", id } as const;
    record(tx, {
      ctx,
      action: "webhook_endpoint.created",
      subject,
      partnerId,
      detail: { url: urlWithoutQuery(url), types },
    });
    return { endpointId: id, secret };
  });
}

/** Who manages endpoints. */
type Manager = Ctx<PortalUserActor | PartnerKeyActor>;

/**
 * Changes what is given of an endpoint: its URL, description, event types and status. Pending deliveries go to the new URL, signed
 * with the same secret. Throws `InvalidField` `url`, `NotFound`, `Forbidden`.
 */
export async function editEndpoint(
  ctx: Manager,
  { endpointId, status, ...input }: EndpointChange & { endpointId: string },
): Promise<void> {
  // Check permission first: `checkReceiver` makes DNS requests.
  await inTransaction((tx) => lockEndpoint(tx, ctx, endpointId));
  const url = input.url === undefined ? undefined : await checkReceiver(input.url);
  await inTransaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, ctx, endpointId);
    const { id, partnerId, url: before } = endpoint;
    // Endpoints that already share a URL can still be edited.
    if (url !== undefined && url !== before) await refuseTakenUrl(tx, { partnerId, url, endpointId: id });
    const given = Object.entries({ ...input, url }).filter(([, value]) => value !== undefined);
    if (given.length > 0) {
      const after = await tx.webhookEndpoint.update({ where: { id }, data: Object.fromEntries(given) });
      await wakeSender(tx);
      const subject = { kind: "webhook_endpoint", id } as const;
      const detail = { url: urlWithoutQuery(after.url), types: after.types };
      record(tx, { ctx, action: "webhook_endpoint.edited", subject, partnerId, detail });
    }
    if (status) await applyStatus(tx, ctx, { endpoint, status });
  });
}

/**
 * Pauses or resumes an endpoint. While it is paused, we send nothing to it and create no deliveries for new events. Pending
 * deliveries are sent after it resumes, and its page offers the events that it missed. Repeating it changes nothing. Throws
 * `NotFound`, `Forbidden`.
 */
export const setEndpointStatus = (ctx: Manager, { endpointId, status }: { endpointId: string; status: Status }) =>
  editEndpoint(ctx, { endpointId, status });

type Status = WebhookEndpoint["status"];

async function applyStatus(tx: Tx, ctx: Ctx, { endpoint, status }: { endpoint: WebhookEndpoint; status: Status }) {
  const { id, partnerId, status: before, missedSince } = endpoint;
  if (before === status) return;
  const now = clock.now();
  // What it missed in an earlier pause is still offered.
  const missed =
    status === "paused" ? { missedSince: missedSince ?? now, missedUntil: null } : { missedUntil: missedSince && now };
  await tx.webhookEndpoint.update({ where: { id }, data: { status, ...missed } });
  await wakeSender(tx);
  const action = status === "enabled" ? "webhook_endpoint.enabled" : "webhook_endpoint.paused";
  record(tx, { ctx, action, subject: { kind: "webhook_endpoint", id }, partnerId });
}

/**
 * Deletes an endpoint: we stop sending to it and erase its secrets. Past deliveries stay in the list. A job fails the pending
 * ones. Throws `NotFound`, `Forbidden`.
 */
export async function deleteEndpoint(ctx: Manager, { endpointId }: { endpointId: string }): Promise<void> {
  await inTransaction(async (tx) => {
    const { id, partnerId, url } = await lockEndpoint(tx, ctx, endpointId);
    await tx.webhookEndpoint.update({ where: { id }, data: { deletedAt: clock.now() } });
    await tx.webhookSecret.deleteMany({ where: { endpointId: id } });
    await enqueue(tx, giveUpDeletedTask.name, {}, { jobKey: giveUpDeletedTask.name });
    await wakeSender(tx);
    const subject = { kind: "webhook_endpoint", id } as const;
    record(tx, { ctx, action: "webhook_endpoint.deleted", subject, partnerId, detail: { url: urlWithoutQuery(url) } });
  });
}

/** How many deliveries one transaction fails. */
const BATCH = 500;

/**
 * Fails all pending deliveries of deleted endpoints, in batches. Deleting an endpoint starts it. The schedule catches events
 * whose transactions ran while the endpoint was deleted. A job that died or runs twice simply continues.
 */
export const giveUpDeletedTask = defineTask(
  "give_up_webhooks_of_deleted_endpoints",
  z.object({}),
  async (_, { signal }) => {
    for (const { id } of await awaited()) {
      for (let last: string | null = ""; last !== null; ) {
        signal?.throwIfAborted();
        last = await giveUpBatch(id, last);
      }
    }
  },
);

export const giveUpDeleted: Schedule = { task: giveUpDeletedTask, cron: "*/15 * * * *" };

/** The deleted endpoints with pending deliveries. */
const awaited = () =>
  inTransaction(async (tx) => {
    await forceIndexes(tx);
    return tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM webhook_endpoints e WHERE deleted_at IS NOT NULL
        AND EXISTS (SELECT FROM webhook_deliveries WHERE endpoint_id = e.id AND status = 'pending')`;
  });

/** Returns the last delivery of the batch. Null if nothing was pending after `after`. */
const giveUpBatch = (endpointId: string, after: string): Promise<string | null> =>
  inTransaction(async (tx) => {
    await forceIndexes(tx);
    const [batch] = await tx.$queryRaw<{ last: string | null }[]>`
      WITH batch AS MATERIALIZED (
        SELECT id FROM webhook_deliveries WHERE endpoint_id = ${endpointId} AND status = 'pending' AND id > ${after}
        ORDER BY id LIMIT ${BATCH} FOR UPDATE),
      given_up AS (${giveUp(Prisma.sql`batch`, { at: clock.now() })})
      SELECT max(id) AS last FROM batch`;
    return batch?.last ?? null;
  });

/** A URL for the ledger, without the query, which may contain a secret. */
export const urlWithoutQuery = (url: string): string => url.replace(/[?#].*$/s, "");

/**
 * Checks that we may post events to a URL, and returns it normalized. Each connection checks the address again. Throws
 * `InvalidField` `url`.
 */
export async function checkReceiver(text: string): Promise<string> {
  const { allowPrivateWebhooks: allowPrivate, baseUrl } = env();
  try {
    const url = parseReceiverUrl(text, { allowPrivate });
    url.hash = "";
    // The normalized URL may be longer.
    if (url.href.length > ENDPOINT_MAX.url) throw new UnusableAddress("This URL is too long.");
    if (!allowPrivate) await checkPublicHost(url.hostname);
    return url.href;
  } catch (error) {
    if (!(error instanceof UnusableAddress)) throw error;
    throw new InvalidField("url", allowPrivate ? error.message : `${error.message}${remedyFor(text, baseUrl)}`);
  }
}

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** A hint for people who run the service on their own machine, with a receiver there too. */
function remedyFor(text: string, baseUrl: string): string {
  const isOwn = LOOPBACK.test(new URL(baseUrl).hostname);
  const isInward = URL.canParse(text) && !isPublicAddress(text);
  return isOwn && isInward
    ? " Start the service with ALLOW_PRIVATE_WEBHOOKS=1 to allow receivers on this machine."
    : "";
}

type UrlQuery = { partnerId: string; url: string; endpointId?: string };

/**
 * Checks that no other endpoint of the partner has this URL, because each event would arrive twice. The caller has locked the
 * partner with `authorize`. Throws `InvalidField` `url`.
 */
export async function refuseTakenUrl(tx: Tx, { partnerId, url, endpointId }: UrlQuery): Promise<void> {
  const where = { partnerId, url, deletedAt: null, ...(endpointId !== undefined && { id: { not: endpointId } }) };
  const taken = await tx.webhookEndpoint.findFirst({ where, select: { id: true } });
  if (taken) throw new InvalidField("url", "You already have an endpoint with this URL.");
}
