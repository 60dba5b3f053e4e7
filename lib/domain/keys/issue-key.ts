import type { Ctx } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { type Tx, violates } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { mintKey } from "./key-text";

/** Contract: Authentication, 3. */
export const MAX_ACTIVE_KEYS = 10;

/**
 * Writes a new key for a partner. The caller has made sure that the actor may, and holds the partner's row.
 * Throws `Conflict` `too_many_keys` when ten are active.
 */
export async function issueKey(
  tx: Tx,
  ctx: Ctx,
  key: { partnerId: string; name: string; mode: "live" | "test"; expiresAt?: Date | null; replacesId?: string | null },
): Promise<{ keyId: string; key: string }> {
  const { text, kept } = mintKey(key.mode);
  const id = newId();
  const { expiresAt = null, replacesId = null, partnerId, name, mode } = key;
  const createdById = ctx.actor.kind === "portal_user" ? ctx.actor.userId : null;
  try {
    await tx.apiKey.create({
      data: { id, partnerId, name, mode, ...kept, createdById, createdAt: clock.now(), expiresAt, replacesId },
    });
  } catch (error) {
    if (!violates(error, "at most 10 active keys") && !violates(error, "api_keys_at_most_ten")) throw error;
    throw new Conflict(
      "too_many_keys",
      `You have ${MAX_ACTIVE_KEYS} active keys, the most there can be. Revoke one first.`,
    );
  }
  const detail = { mode, tail: kept.tail, expiresAt: expiresAt?.toISOString(), replacesId: replacesId ?? undefined };
  record(tx, { ctx, action: "api_key.created", subject: { kind: "api_key", id }, partnerId, detail });
  return { keyId: id, key: text };
}
