import type { z } from "zod";
import { env } from "@/lib/platform/env";
import type { SourceAddresses } from "./schemas";

/** The addresses that webhooks come from, as the operator configured them. */
export function readSourceAddresses(): z.output<typeof SourceAddresses> {
  const { webhookAddresses: addresses } = env();
  return { fixed: addresses.length > 0, addresses: [...addresses] };
}
