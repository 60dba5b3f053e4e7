import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";

/** An endpoint, and since when nothing has reached it: null while something does, and while it is paused. */
export type Reachability = { id: string; url: string; description: string | null; failingSince: Date | null };

/** Whether events reach a partner's endpoints now, the longest outage first. */
export async function listReachability(ctx: Ctx<PortalUserActor>): Promise<Reachability[]> {
  const rows = await db.webhookEndpoint.findMany({
    where: { partnerId: ctx.actor.partnerId, deletedAt: null },
    orderBy: [{ failingSince: { sort: "asc", nulls: "last" } }, { id: "asc" }],
    select: { id: true, url: true, description: true, status: true, failingSince: true },
  });
  return rows.map(({ status, ...row }) => (status === "paused" ? { ...row, failingSince: null } : row));
}
