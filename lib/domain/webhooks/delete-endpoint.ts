import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";
import { urlWithoutQuery } from "./check-receiver";
import { giveUpDeletedTask } from "./give-up-deleted";
import { lockEndpoint } from "./lock-endpoint";
import { wakeSender } from "./sending/wake";

/**
 * Deletes an endpoint: nothing is sent to it any more, and its secrets are erased. What was sent stays in the list of
 * deliveries; what still waits, however much it is, is given up by a job. Throws `NotFound`, `Forbidden`.
 */
export async function deleteEndpoint(ctx: Ctx<PortalUserActor>, { endpointId }: { endpointId: string }): Promise<void> {
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
