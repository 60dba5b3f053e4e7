import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { sealSecret } from "./secret-seal";
import { newSecret } from "./sign";

/** Makes an endpoint's new current secret. The caller has retired the one before, if there was one. */
export async function issueSecret(tx: Tx, endpointId: string): Promise<string> {
  const [id, secret] = [newId(), newSecret()];
  const sealed = new Uint8Array(sealSecret(secret, { id, endpointId }));
  await tx.webhookSecret.create({ data: { id, endpointId, sealed, createdAt: clock.now() } });
  return secret;
}
