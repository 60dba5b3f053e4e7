import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { enqueue } from "@/lib/platform/jobs";
import type { RemovalFoundBy, RemovalRequest } from "@/prisma/generated/client";
import { needsTwo } from "./labels";

/** How long custodians have to decide before a request of somebody else than a performer freezes a production. */
export const FREEZES_AFTER_MS = 4 * HOUR_MS;

export const FREEZE = "freeze_production";
export const MAIL_CLOCKS = "mail_clocks";

type Named = { productionId: string; foundBy: RemovalFoundBy };
type Asking = { request: Pick<RemovalRequest, "email" | "legalBasis">; attached: ReadonlySet<string> };

/**
 * When each of these productions freezes for a request: at once if it is about intimate images, if the claimant's proven address is
 * among the performers, or if a custodian attached it (`attached`). Otherwise after hours, because any mailbox can name any URL.
 * Contract: Removal requests.
 */
export async function freezeTimes(
  tx: Tx,
  { request, attached }: Asking,
  items: readonly Named[],
): Promise<(item: Named) => Date> {
  const performing = await tx.productionPerformer.findMany({
    where: { email: request.email, productionId: { in: items.map(({ productionId }) => productionId) } },
    select: { productionId: true },
  });
  const own = new Set(performing.map(({ productionId }) => productionId));
  const [now, later] = [clock.now(), new Date(clock.now().getTime() + FREEZES_AFTER_MS)];
  return ({ productionId, foundBy }) =>
    needsTwo(request.legalBasis) || own.has(productionId) || attached.has(productionId) || foundBy === "custodian"
      ? now
      : later;
}

type OfRequest = { productionId: string; removalRequestId: string };

/** Freezes a production when its time comes, and tells custodians now. */
export async function freezeLater(tx: Tx, of: OfRequest, freezesAt: Date): Promise<void> {
  const jobKey = `${FREEZE}:${of.removalRequestId}:${of.productionId}`;
  await enqueue(tx, FREEZE, of, { runAt: freezesAt, jobKey });
  await enqueue(tx, MAIL_CLOCKS, {}, { jobKey: `${MAIL_CLOCKS}:freezes` });
}
