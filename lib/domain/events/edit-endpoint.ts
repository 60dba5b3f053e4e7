import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { inTransaction } from "@/lib/platform/db";
import { checkReceiver, refuseTakenUrl, urlWithoutQuery } from "./endpoint-url";
import { lockEndpoint } from "./endpoints";
import type { EndpointInput } from "./schemas";
import { wakeSender } from "./sending/wake";

/**
 * Changes an endpoint's URL, description and event types. Pending deliveries go to the new URL, signed with the same secret.
 * Throws `InvalidField` `url`, `NotFound`, `Forbidden`.
 */
export async function editEndpoint(
  ctx: Ctx<PortalUserActor>,
  { endpointId, ...input }: EndpointInput & { endpointId: string },
): Promise<void> {
  // Check permission first: `checkReceiver` makes DNS requests.
  await inTransaction((tx) => lockEndpoint(tx, ctx, endpointId));
  const url = await checkReceiver(input.url);
  await inTransaction(async (tx) => {
    const { id, partnerId, url: before } = await lockEndpoint(tx, ctx, endpointId);
    // Endpoints that already share a URL can still be edited.
    if (url !== before) await refuseTakenUrl(tx, { partnerId, url, endpointId: id });
    const { description, types } = input;
    await tx.webhookEndpoint.update({ where: { id }, data: { url, description, types } });
    await wakeSender(tx);
    const subject = { kind: "webhook_endpoint", id } as const;
    record(tx, {
      ctx,
      action: "webhook_endpoint.edited",
      subject,
      partnerId,
      detail: { url: urlWithoutQuery(url), types },
    });
  });
}

/**
 * Pauses or resumes an endpoint. While it is paused, we send nothing to it and create no deliveries for new events. Pending
 * deliveries are sent after it resumes. Repeating it changes nothing. Throws `NotFound`, `Forbidden`.
 */
export async function setEndpointStatus(
  ctx: Ctx<PortalUserActor>,
  { endpointId, status }: { endpointId: string; status: "enabled" | "paused" },
): Promise<void> {
  await inTransaction(async (tx) => {
    const { id, partnerId, status: before } = await lockEndpoint(tx, ctx, endpointId);
    if (before === status) return;
    await tx.webhookEndpoint.update({ where: { id }, data: { status } });
    await wakeSender(tx);
    const action = status === "enabled" ? "webhook_endpoint.enabled" : "webhook_endpoint.paused";
    record(tx, { ctx, action, subject: { kind: "webhook_endpoint", id }, partnerId });
  });
}
