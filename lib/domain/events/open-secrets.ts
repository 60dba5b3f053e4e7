import { LRUCache } from "lru-cache";
import { clock } from "@/lib/platform/clock";
import { openFor, SealBroken, sealFor } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { sealedColumn } from "@/lib/platform/sealed-column";

const PURPOSE = "webhook-secret";

type Sealed = { id: string; endpointId: string; sealed: Uint8Array };

// Bound to its row, so that a sealed secret copied to another endpoint doesn't open.
const aadOf = ({ id, endpointId }: { id: string; endpointId: string }) => `${endpointId}/${id}`;

/** Seals an endpoint's signing secret for storage. */
export const sealSecret = (secret: string, of: { id: string; endpointId: string }): Buffer =>
  sealFor(PURPOSE, Buffer.from(secret), aadOf(of));

/** The inverse of `sealSecret`. Throws `SealBroken`. */
export const openSecret = (row: Sealed): string => openFor(PURPOSE, row.sealed, aadOf(row)).toString();

/** The column of sealed secrets, for rotating the master key. */
export const webhookSecretColumn = sealedColumn({
  table: "webhook_secrets",
  id: "id",
  owner: "endpoint_id",
  column: "sealed",
  renew: ({ id, owner: endpointId, sealed }) => sealSecret(openSecret({ id, endpointId, sealed }), { id, endpointId }),
});

/** A secret that signs until it retires; null for the current one. */
export type LiveSecret = { text: string; retiresAt: Date | null };

// Each sealed secret is opened once. Null if it doesn't open.
const opened = new LRUCache<string, { text: string | null }>({ max: 5_000 });

/** The texts of the secrets that haven't retired, newest first. */
export function activeTexts(secrets: readonly LiveSecret[]): string[] {
  const now = clock.now();
  return secrets.filter(({ retiresAt }) => retiresAt === null || retiresAt > now).map(({ text }) => text);
}

/** The texts of the secrets that sign now, by endpoint, newest first. */
export async function liveSecrets(endpointIds: readonly string[]): Promise<Map<string, string[]>> {
  const secrets = await readSecrets(endpointIds);
  return new Map([...secrets].map(([id, live]) => [id, activeTexts(live)]));
}

/**
 * The secrets that sign, by endpoint, newest first. A secret that doesn't open, because the master key changed, is
 * logged once and omitted, so that only its endpoint is affected.
 */
export async function readSecrets(endpointIds: readonly string[]): Promise<Map<string, LiveSecret[]>> {
  const rows = await db.webhookSecret.findMany({
    select: { id: true, endpointId: true, sealed: true, retiresAt: true },
    where: { endpointId: { in: [...endpointIds] }, OR: [{ retiresAt: null }, { retiresAt: { gt: clock.now() } }] },
    // The current one has no end yet.
    orderBy: { retiresAt: { sort: "desc", nulls: "first" } },
  });
  const live = new Map<string, LiveSecret[]>();
  for (const row of rows) {
    const text = textOf(row);
    if (text !== null)
      live.set(row.endpointId, [...(live.get(row.endpointId) ?? []), { text, retiresAt: row.retiresAt }]);
  }
  return live;
}

function textOf(row: { id: string; endpointId: string; sealed: Uint8Array }): string | null {
  const name = `${row.id} ${Buffer.from(row.sealed).toString("base64")}`;
  const cached = opened.get(name);
  if (cached) return cached.text;
  let text: string | null = null;
  try {
    text = openSecret(row);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    log.error({ endpointId: row.endpointId, err: error }, "a webhook endpoint's secret does not open");
  }
  opened.set(name, { text });
  return text;
}
