import { openFor, sealFor } from "@/lib/platform/crypto";

const PURPOSE = "webhook-secret";

type Sealed = { id: string; endpointId: string; sealed: Uint8Array };

// Bound to its row: a sealed secret that is moved to another endpoint does not open.
const aadOf = ({ id, endpointId }: { id: string; endpointId: string }) => `${endpointId}/${id}`;

/** Seals an endpoint's signing secret for storage. */
export const sealSecret = (secret: string, of: { id: string; endpointId: string }): Buffer =>
  sealFor(PURPOSE, Buffer.from(secret), aadOf(of));

/** The inverse of `sealSecret`. Throws `SealBroken`. */
export const openSecret = (row: Sealed): string => openFor(PURPOSE, row.sealed, aadOf(row)).toString();
