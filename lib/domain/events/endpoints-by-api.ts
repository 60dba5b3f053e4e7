import type { Ctx, PartnerKeyActor } from "@/lib/domain/core/context";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { WebhookEndpoint as Row } from "@/prisma/generated/client";
import { createEndpoint, editEndpoint } from "./endpoint-changes";
import type { EndpointChange, EndpointInput, WebhookEndpoint } from "./schemas";

/** The calling partner's endpoints, oldest first: at most twenty. */
export async function readEndpoints({ actor }: Ctx<PartnerKeyActor>): Promise<{ endpoints: WebhookEndpoint[] }> {
  const where = { partnerId: actor.partnerId, deletedAt: null };
  return { endpoints: (await db.webhookEndpoint.findMany({ where, orderBy: { id: "asc" } })).map(shown) };
}

type Endpoint = { endpointId: string };

/** One of the calling partner's endpoints. Throws `NotFound`. */
export async function readEndpoint(
  { actor }: Ctx<PartnerKeyActor>,
  { endpointId }: Endpoint,
): Promise<WebhookEndpoint> {
  const where = { id: endpointId, partnerId: actor.partnerId, deletedAt: null };
  const row = await db.webhookEndpoint.findFirst({ where });
  if (!row) throw new NotFound();
  return shown(row);
}

/** `createEndpoint` by a key. Returns the endpoint with its secret. */
export async function createEndpointByKey(ctx: Ctx<PartnerKeyActor>, input: EndpointInput) {
  const { endpointId, secret } = await createEndpoint(ctx, { partnerId: ctx.actor.partnerId, ...input });
  return { ...(await readEndpoint(ctx, { endpointId })), secret };
}

/** `editEndpoint` by a key. Returns the endpoint as it is now. */
export async function editEndpointByKey(
  ctx: Ctx<PartnerKeyActor>,
  { endpointId, ...change }: EndpointChange & Endpoint,
): Promise<WebhookEndpoint> {
  await editEndpoint(ctx, { endpointId, ...change });
  return readEndpoint(ctx, { endpointId });
}

const shown = ({ id, url, description, types, perSecond, status, failingSince, createdAt }: Row): WebhookEndpoint => ({
  endpointId: id,
  url,
  description,
  types,
  perSecond,
  status,
  failingSince: failingSince?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});
