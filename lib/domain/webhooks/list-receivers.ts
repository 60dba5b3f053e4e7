import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";
import type { PortalReceiver } from "./delivery-schemas";

// A partner has twenty endpoints at most, and those that it has deleted.
const SHOWN = 200;

/** Where a partner's deliveries go and went, deleted endpoints too: these come last, the newest first. */
export async function listReceivers(ctx: Ctx<PortalUserActor>): Promise<PortalReceiver[]> {
  const rows = await db.webhookEndpoint.findMany({
    where: { partnerId: ctx.actor.partnerId },
    orderBy: [{ deletedAt: { sort: "desc", nulls: "first" } }, { id: "desc" }],
    take: SHOWN,
    select: { id: true, url: true, description: true, status: true, deletedAt: true },
  });
  return rows.map(({ deletedAt, ...row }) => ({ ...row, status: deletedAt ? "deleted" : row.status }));
}
