import type { Ctx, PortalUserActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertMay, authorize } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { checkReceiver, refuseTakenUrl, urlWithoutQuery } from "./endpoint-url";
import type { EndpointInput } from "./schemas";
import { issueSecret } from "./secrets";

/** The limit per partner. Each endpoint costs a delivery for every event. */
export const MAX_ENDPOINTS = 20;

/**
 * Registers an endpoint of a partner, enabled, with its own signing secret. Contract: Authentication, 8.
 * Throws `InvalidField` `url`, `Conflict` `too_many_endpoints`, `Forbidden`, `NotFound`.
 */
export async function createEndpoint(
  ctx: Ctx<PortalUserActor | SystemActor>,
  { partnerId, ...input }: EndpointInput & { partnerId: string },
): Promise<{ endpointId: string; secret: string }> {
  // Check permission first: `checkReceiver` makes DNS requests.
  await inTransaction((tx) => assertMay(tx, ctx, { partnerId, to: "manage_integration" }));
  const url = await checkReceiver(input.url);
  return inTransaction(async (tx) => {
    await authorize(tx, ctx, { partnerId, to: "manage_integration" });
    const there = await tx.webhookEndpoint.count({ where: { partnerId, deletedAt: null } });
    if (there >= MAX_ENDPOINTS) {
      throw new Conflict("too_many_endpoints", `You have ${MAX_ENDPOINTS} endpoints, the maximum.`);
    }
    await refuseTakenUrl(tx, { partnerId, url });
    const id = newId();
    const { description, types } = input;
    const createdById = ctx.actor.kind === "portal_user" ? ctx.actor.userId : null;
    const createdAt = clock.now();
    await tx.webhookEndpoint.create({ data: { id, partnerId, url, description, types, createdById, createdAt } });
    const secret = await issueSecret(tx, id);
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
