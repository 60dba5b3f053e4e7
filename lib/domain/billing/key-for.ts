import { sha256Hex } from "@/lib/platform/crypto";

/**
 * The processor's idempotency key for a call: its name, and what it asks for. A repeat of the same call has the same key; one
 * that asks for something else since (an address that changed, another price) has another, where the old one would be refused.
 */
export const keyFor = (name: string, asked: object): string =>
  `${name}-${sha256Hex(JSON.stringify(asked)).slice(0, 16)}`;
