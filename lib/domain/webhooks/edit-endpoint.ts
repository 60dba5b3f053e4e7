import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { inTransaction } from "@/lib/platform/db";
import { checkReceiver, urlWithoutQuery } from "./check-receiver";
import { lockEndpoint } from "./lock-endpoint";
import { refuseTakenUrl } from "./refuse-taken-url";
import type { EndpointInput } from "./schemas";
import { wakeSender } from "./sending/wake";

/**
 * Changes where an endpoint is, what it is called and what it gets. Deliveries that wait go to the new URL, signed with the
 * same secret. Throws `InvalidField` `url`, `NotFound`, `Forbidden`.
 */
export async function editEndpoint(
  ctx: Ctx<PortalUserActor>,
  { endpointId, ...input }: EndpointInput & { endpointId: string },
): Promise<void> {
  // Nobody else has the network asked for them.
  await inTransaction((tx) => lockEndpoint(tx, ctx, endpointId));
  const url = await checkReceiver(input.url);
  await inTransaction(async (tx) => {
    const { id, partnerId, url: before } = await lockEndpoint(tx, ctx, endpointId);
    // Those that have one URL from of old can still be changed.
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
