import { db } from "@/lib/platform/db";

export type SentEvent = { id: string; type: string; created: number; data: Record<string, unknown> };

/** The events written for a partner, the oldest first, as their bodies say. */
export async function eventsOf(partner: { id: string }): Promise<SentEvent[]> {
  const rows = await db.webhookEvent.findMany({ where: { partnerId: partner.id }, orderBy: { id: "asc" } });
  return rows.map(({ body }) => JSON.parse(Buffer.from(body).toString()));
}
