import type { Ctx, PortalUserActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { authorize, nameText } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx, violates } from "@/lib/platform/db";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { mintKey } from "./key-text";
import { isLive, keyStatus } from "./states";

const KEY_NAME_MAX = 100;

/** A key's name. */
export const KeyName = nameText(KEY_NAME_MAX, "Give the key a name, such as where it will be used.");

/**
 * Creates a live key for a partner. The secret is in the response only. With `replacesId`, the new key starts the rotation
 * of an older one. Contract: Authentication, 2 to 4.
 * Throws `Conflict` `too_many_keys` or `key_not_active`, `InvalidField`, `Forbidden`, `NotFound`.
 */
export async function createKey(
  ctx: Ctx<PortalUserActor | SystemActor>,
  input: { partnerId: string; name: string; expiresAt?: Date | null; replacesId?: string | null },
): Promise<{ keyId: string; key: string }> {
  const { partnerId, expiresAt, replacesId } = input;
  const name = KeyName.safeParse(input.name);
  if (!name.success) throw new InvalidField("name", name.error.issues[0]?.message ?? "Choose another name.");
  if (expiresAt && expiresAt <= clock.now()) throw new InvalidField("expiresAt", "Choose a moment in the future.");
  return inTransaction(async (tx) => {
    await authorize(tx, ctx, { partnerId, to: "manage_integration" });
    if (replacesId) {
      const old = await tx.apiKey.findFirst({ where: { id: replacesId, partnerId } });
      if (!old) throw new NotFound();
      if (!isLive(keyStatus(old, clock.now())) || old.mode !== "live") {
        throw new Conflict("key_not_active", "Only an active live key can be replaced.");
      }
    }
    return issueKey(tx, ctx, { partnerId, name: name.data, mode: "live", expiresAt, replacesId });
  });
}

/** Contract: Authentication, 3. */
export const MAX_ACTIVE_KEYS = 10;

/**
 * Creates a key. The caller has authorized the actor and locked the partner.
 * Throws `Conflict` `too_many_keys` when ten are active.
 */
export async function issueKey(
  tx: Tx,
  ctx: Ctx,
  key: { partnerId: string; name: string; mode: "live" | "test"; expiresAt?: Date | null; replacesId?: string | null },
): Promise<{ keyId: string; key: string }> {
  const { text, stored } = mintKey(key.mode);
  const id = newId();
  const { expiresAt = null, replacesId = null, partnerId, name, mode } = key;
  const createdById = ctx.actor.kind === "portal_user" ? ctx.actor.userId : null;
  try {
    await tx.apiKey.create({
      data: { id, partnerId, name, mode, ...stored, createdById, createdAt: clock.now(), expiresAt, replacesId },
    });
  } catch (error) {
    if (!violates(error, "at most 10 active keys") && !violates(error, "api_keys_at_most_ten")) throw error;
    throw new Conflict("too_many_keys", `You have ${MAX_ACTIVE_KEYS} active keys, the most allowed. Revoke one first.`);
  }
  const detail = { mode, tail: stored.tail, expiresAt: expiresAt?.toISOString(), replacesId: replacesId ?? undefined };
  record(tx, { ctx, action: "api_key.created", subject: { kind: "api_key", id }, partnerId, detail });
  return { keyId: id, key: text };
}
