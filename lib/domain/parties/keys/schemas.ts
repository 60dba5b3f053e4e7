import { z } from "zod";
import { dateTimeOut } from "@/lib/platform/wire";
import type { ListedKey } from "./queries";

/** A key as the portal's pages receive it. */
export const PortalKey = z.object({
  id: z.string(),
  name: z.string(),
  mode: z.enum(["live", "test"]),
  prefix: z.string(),
  tail: z.string(),
  status: z.enum(["active", "ending", "expired", "revoked"]),
  createdBy: z.string().nullable(),
  createdAt: dateTimeOut,
  expiresAt: dateTimeOut.nullable(),
  revokeAt: dateTimeOut.nullable(),
  revokedAt: dateTimeOut.nullable(),
  revokedBy: z.string().nullable(),
  lastUsedAt: dateTimeOut.nullable(),
  replacesId: z.string().nullable(),
  scopes: z.array(z.string()).nullable(),
  networks: z.array(z.string()).nullable(),
});
export type PortalKey = z.infer<typeof PortalKey>;

export const PortalKeys = z.object({ keys: z.array(PortalKey) });

/** A key as JSON for a browser. */
export const presentKey = (key: ListedKey): PortalKey => ({
  ...key,
  createdAt: key.createdAt.toISOString(),
  expiresAt: key.expiresAt?.toISOString() ?? null,
  revokeAt: key.revokeAt?.toISOString() ?? null,
  revokedAt: key.revokedAt?.toISOString() ?? null,
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  scopes: key.scopes && [...key.scopes],
  networks: key.networks && [...key.networks],
});
