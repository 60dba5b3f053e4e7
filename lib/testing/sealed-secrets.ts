import type { createKeyring } from "@/lib/platform/crypto-keyring";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makePartner } from "./factories";

const place = ({ id, endpointId }: { id: string; endpointId: string }) => `${endpointId}/${id}`;

/** Webhook endpoints, each with one secret that is sealed under a master key of the test's choice. */
export async function makeSealedSecrets(count: number, ring: ReturnType<typeof createKeyring>) {
  const partner = await makePartner();
  const made = Array.from({ length: count }, () => ({ id: newId(), endpointId: newId(), secret: `whsec_${newId()}` }));
  await db.webhookEndpoint.createMany({
    data: made.map(({ endpointId }) => ({
      id: endpointId,
      partnerId: partner.id,
      url: "https://hooks.example.com/",
      createdAt: new Date(),
    })),
  });
  await db.webhookSecret.createMany({
    data: made.map(({ secret, ...row }) => ({
      ...row,
      sealed: new Uint8Array(ring.sealFor("webhook-secret", Buffer.from(secret), place(row))),
      createdAt: new Date(),
    })),
  });
  return { partner, made };
}

/** An endpoint's secrets, opened by one master key alone. */
export async function openSealedSecrets(endpointId: string, ring: ReturnType<typeof createKeyring>): Promise<string[]> {
  const rows = await db.webhookSecret.findMany({ where: { endpointId }, orderBy: { id: "asc" } });
  return rows.map((row) => ring.openFor("webhook-secret", row.sealed, place(row)).toString());
}
