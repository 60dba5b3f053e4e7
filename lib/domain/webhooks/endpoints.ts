import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { type EndpointHealth, healthOf } from "./endpoint-health";

/** An endpoint as the portal lists it. */
export type ListedEndpoint = {
  id: string;
  url: string;
  description: string | null;
  /** None for all. */
  types: string[];
  status: "enabled" | "paused";
  /** Since when nothing has arrived; null while the latest attempt succeeded. */
  failingSince: Date | null;
  health: EndpointHealth;
};

/** An endpoint with what its own page shows. */
export type ShownEndpoint = ListedEndpoint & {
  createdAt: Date;
  /** Who registered it; null for an operator. */
  createdBy: string | null;
  /** How many deliveries wait, for their turn or for their next attempt; counted up to `WAITING_SHOWN` and one more. */
  waiting: number;
  secret: {
    /** When the current one was made. */
    since: Date;
    /** Until when the one before signs beside it; null when it is alone. */
    overlapEnds: Date | null;
  };
};

/** Beyond it nobody needs the exact count. */
export const WAITING_SHOWN = 10_000;

/** A partner's endpoints with how sending to each of them goes, the oldest first. */
export async function listEndpoints(ctx: Ctx<PortalUserActor>): Promise<ListedEndpoint[]> {
  const rows = await db.webhookEndpoint.findMany({
    where: { partnerId: ctx.actor.partnerId, deletedAt: null },
    orderBy: { id: "asc" },
    select: LISTED,
  });
  const health = await healthOf(rows.map(({ id }) => id));
  return rows.map((row) => withHealth(row, health));
}

/** One of a partner's endpoints; null for none, a deleted one or another's. */
export async function findEndpoint(
  ctx: Ctx<PortalUserActor>,
  { endpointId }: { endpointId: string },
): Promise<ShownEndpoint | null> {
  if (!isId(endpointId)) return null;
  const row = await db.webhookEndpoint.findFirst({
    where: { id: endpointId, partnerId: ctx.actor.partnerId, deletedAt: null },
    select: {
      ...LISTED,
      createdAt: true,
      createdBy: { select: { name: true, email: true } },
      secrets: { select: { createdAt: true, retiresAt: true }, orderBy: { id: "desc" } },
    },
  });
  if (!row) return null;
  const { createdAt, createdBy, secrets, ...listed } = row;
  const [health, waiting] = await Promise.all([healthOf([row.id]), countWaiting(row.id)]);
  const now = clock.now();
  const current = secrets.find(({ retiresAt }) => retiresAt === null);
  const before = secrets.find(({ retiresAt }) => retiresAt && retiresAt > now);
  return {
    ...withHealth(listed, health),
    createdAt,
    createdBy: createdBy && (createdBy.name ?? createdBy.email),
    waiting,
    secret: { since: current?.createdAt ?? createdAt, overlapEnds: before?.retiresAt ?? null },
  };
}

const LISTED = { id: true, url: true, description: true, types: true, status: true, failingSince: true } as const;

function withHealth(row: Omit<ListedEndpoint, "health">, health: ReadonlyMap<string, EndpointHealth>): ListedEndpoint {
  const found = health.get(row.id);
  if (!found) throw new Error("an endpoint was not asked for");
  return { ...row, health: found };
}

// By the index of what is due, and no further than is shown.
/** How many deliveries to an endpoint wait, up to `WAITING_SHOWN` and one more. */
export async function countWaiting(endpointId: string): Promise<number> {
  const [row] = await db.$queryRaw<{ waiting: number }[]>`
    SELECT count(*)::int AS waiting FROM (
      SELECT FROM webhook_deliveries WHERE endpoint_id = ${endpointId} AND status = 'pending' LIMIT ${WAITING_SHOWN + 1}) due`;
  return row?.waiting ?? 0;
}
