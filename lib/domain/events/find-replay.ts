import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { FailedCount, PortalReplay, ReplaySince } from "./delivery-schemas";
import { countWaiting, WAITING_SHOWN } from "./endpoints";
import { countFailedSince } from "./replay-failed";

/** The latest replay of an endpoint, running or finished. Null if there was none. Throws `NotFound`. */
export async function findReplay(
  ctx: Ctx<PortalUserActor>,
  { endpointId }: { endpointId: string },
): Promise<PortalReplay | null> {
  await assertOwn(ctx, endpointId);
  const replay = await db.webhookReplay.findFirst({
    where: { endpointId },
    orderBy: { id: "desc" },
    include: { startedBy: { select: { name: true, email: true } } },
  });
  if (!replay) return null;
  const { id, since, total, done, startedAt, startedBy, finishedAt } = replay;
  return {
    id,
    since: since.toISOString(),
    total,
    done,
    startedAt: startedAt.toISOString(),
    startedBy: startedBy && (startedBy.name ?? startedBy.email),
    finishedAt: finishedAt?.toISOString() ?? null,
    isLate: finishedAt === null && startedAt.getTime() < clock.now().getTime() - LATE_MS,
  };
}

// The largest replay takes minutes.
const LATE_MS = HOUR_MS;

const LENGTHS = { "1h": HOUR_MS, "24h": DAY_MS, "7d": 7 * DAY_MS };

/**
 * The number of deliveries that failed since a time, which a replay would resend, and of pending ones, which we retry
 * anyway. Throws `NotFound`.
 */
export async function countFailed(
  ctx: Ctx<PortalUserActor>,
  { endpointId, since: asked }: { endpointId: string; since: ReplaySince },
): Promise<FailedCount> {
  await assertOwn(ctx, endpointId);
  const now = clock.now();
  const since = asked instanceof Date ? asked : new Date(now.getTime() - LENGTHS[asked]);
  const [count, waiting] = await Promise.all([
    countFailedSince(db, { endpointId, since, until: now }),
    countWaiting(endpointId),
  ]);
  const shown = Math.min(waiting, WAITING_SHOWN);
  return { count, since: since.toISOString(), waiting: shown, waitingCut: waiting > shown };
}

async function assertOwn({ actor }: Ctx<PortalUserActor>, endpointId: string): Promise<void> {
  if (!isId(endpointId)) throw new NotFound();
  const where = { id: endpointId, partnerId: actor.partnerId, deletedAt: null };
  if (!(await db.webhookEndpoint.findFirst({ where, select: { id: true } }))) throw new NotFound();
}
