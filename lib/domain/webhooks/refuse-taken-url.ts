import type { Tx } from "@/lib/platform/db";
import { InvalidField } from "@/lib/platform/errors";

type Wanted = { partnerId: string; url: string; endpointId?: string };

/**
 * Makes sure that no other endpoint of the partner has this URL: each event would arrive twice. The caller holds the
 * partner's lock, as `authorize` takes it. Throws `InvalidField` `url`.
 */
export async function refuseTakenUrl(tx: Tx, { partnerId, url, endpointId }: Wanted): Promise<void> {
  const where = { partnerId, url, deletedAt: null, ...(endpointId !== undefined && { id: { not: endpointId } }) };
  const taken = await tx.webhookEndpoint.findFirst({ where, select: { id: true } });
  if (taken) throw new InvalidField("url", "You have an endpoint with this URL already.");
}
