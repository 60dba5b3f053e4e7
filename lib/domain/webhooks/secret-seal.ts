import { openFor, sealFor } from "@/lib/platform/crypto";
import { sealedColumn } from "@/lib/platform/sealed-column";

const PURPOSE = "webhook-secret";

type Sealed = { id: string; endpointId: string; sealed: Uint8Array };

// Bound to its row: a sealed secret that is moved to another endpoint does not open.
const aadOf = ({ id, endpointId }: { id: string; endpointId: string }) => `${endpointId}/${id}`;

/** Seals an endpoint's signing secret for storage. */
export const sealSecret = (secret: string, of: { id: string; endpointId: string }): Buffer =>
  sealFor(PURPOSE, Buffer.from(secret), aadOf(of));

/** The inverse of `sealSecret`. Throws `SealBroken`. */
export const openSecret = (row: Sealed): string => openFor(PURPOSE, row.sealed, aadOf(row)).toString();

/** Where signing secrets rest, for a change of master key. */
export const webhookSecretColumn = sealedColumn({
  table: "webhook_secrets",
  id: "id",
  owner: "endpoint_id",
  column: "sealed",
  renew: ({ id, owner: endpointId, sealed }) => sealSecret(openSecret({ id, endpointId, sealed }), { id, endpointId }),
});
