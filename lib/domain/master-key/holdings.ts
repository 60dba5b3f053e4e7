import { personKeyColumn } from "@/lib/domain/identity";
import { webhookSecretColumn } from "@/lib/domain/webhooks";
import type { SealedColumn } from "@/lib/platform/sealed-column";

/**
 * What rests under the master key until somebody seals it anew, by the name that the ledger tells it by. Everything else
 * that is derived from the master key is asked for again within ten minutes (codes, views of evidence), leaves by itself
 * (mails that wait) or is kept as a plain hash of what was handed out (onboarding links), and goes on working.
 */
export const HOLDINGS = { persons: personKeyColumn, webhookSecrets: webhookSecretColumn } as const satisfies Record<
  string,
  SealedColumn
>;

export type Holding = keyof typeof HOLDINGS;
export const HOLDING_NAMES = ["persons", "webhookSecrets"] as const satisfies readonly Holding[];
