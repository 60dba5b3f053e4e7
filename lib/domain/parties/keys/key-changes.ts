import { z } from "zod";
import type { Ctx } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx, violates } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { defineTask, enqueue, type Schedule } from "@/lib/platform/jobs";
import { authorize, nameText } from "../people";
import { forgetKey } from "./find-key";
import { mintKey } from "./key-text";
import { checkedRestrictions, isFull, type KeyCtx, lockKey, storedRestrictions } from "./restrict-key";
import { readRestrictions, UNRESTRICTED } from "./restrictions";
import type { Restrictions } from "./scopes";
import { isLive, keyStatus } from "./states";

const KEY_NAME_MAX = 100;

/** A key's name. */
export const KeyName = nameText(KEY_NAME_MAX, "Give the key a name, such as where it will be used.");

type NewKey = { partnerId: string; name: string; expiresAt?: Date | null; replacesId?: string | null };

/**
 * Creates a live key for a partner. The secret is in the response only. With `replacesId`, the new key starts the rotation
 * of an older one, and has its restrictions. Contract: Authentication, 2 to 4 and 11.
 * Throws `Conflict` `too_many_keys` or `key_not_active`, `InvalidField`, `Forbidden`, `NotFound`.
 */
export async function createKey(
  ctx: KeyCtx,
  { restrictions: asked, ...input }: NewKey & { restrictions?: Restrictions },
): Promise<{ keyId: string; key: string }> {
  const { partnerId, expiresAt, replacesId } = input;
  const name = KeyName.safeParse(input.name);
  if (!name.success) throw new InvalidField("name", name.error.issues[0]?.message ?? "Choose another name.");
  if (expiresAt && expiresAt <= clock.now()) throw new InvalidField("expiresAt", "Choose a moment in the future.");
  const chosen = asked && checkedRestrictions(asked);
  return inTransaction(async (tx) => {
    await authorize(tx, ctx, { partnerId, to: "manage_integration" });
    let restrictions = chosen;
    if (replacesId) {
      const old = await tx.apiKey.findFirst({ where: { id: replacesId, partnerId } });
      if (!old) throw new NotFound();
      if (!isLive(keyStatus(old, clock.now())) || old.mode !== "live") {
        throw new Conflict("key_not_active", "Only an active live key can be replaced.");
      }
      restrictions = readRestrictions(old.restrictions);
    }
    return issueKey(tx, ctx, { partnerId, name: name.data, mode: "live", expiresAt, replacesId, restrictions });
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
  key: NewKey & { mode: "live" | "test"; restrictions?: Restrictions | undefined },
): Promise<{ keyId: string; key: string }> {
  const { text, stored } = mintKey(key.mode);
  const id = newId();
  const { expiresAt = null, replacesId = null, restrictions = UNRESTRICTED, partnerId, name, mode } = key;
  const createdById = ctx.actor.kind === "portal_user" ? ctx.actor.userId : null;
  try {
    await tx.apiKey.create({
      data: {
        ...{ id, partnerId, name, mode, ...stored, createdById, createdAt: clock.now(), expiresAt, replacesId },
        restrictions: storedRestrictions(restrictions),
      },
    });
  } catch (error) {
    if (!violates(error, "at most 10 active keys") && !violates(error, "api_keys_at_most_ten")) throw error;
    throw new Conflict("too_many_keys", `You have ${MAX_ACTIVE_KEYS} active keys, the most allowed. Revoke one first.`);
  }
  const detail = {
    ...{ mode, tail: stored.tail, expiresAt: expiresAt?.toISOString(), replacesId: replacesId ?? undefined },
    ...(!isFull(restrictions) && { after: restrictions }),
  };
  record(tx, { ctx, action: "api_key.created", subject: { kind: "api_key", id }, partnerId, detail });
  return { keyId: id, key: text };
}

/**
 * Revokes a key for good: at once on this node, within a second on others. `revoked` is false, and nothing changes, if it
 * was already revoked or its scheduled time has passed. Contract: Authentication, 3 and 5. Throws `NotFound`, `Forbidden`.
 */
export async function revokeKey(ctx: KeyCtx, { keyId }: { keyId: string }): Promise<{ revoked: boolean }> {
  const { revoked, hash } = await inTransaction(async (tx) => {
    const key = await lockKey(tx, ctx, keyId);
    const revokedById = ctx.actor.kind === "portal_user" ? ctx.actor.userId : null;
    const now = clock.now();
    // After its scheduled time a key counts as revoked; the job records that.
    const { count } = await tx.apiKey.updateMany({
      where: { id: keyId, revokedAt: null, OR: [{ revokeAt: null }, { revokeAt: { gt: now } }] },
      data: { revokedAt: now, revokedById, revokeAt: null },
    });
    if (count === 1) {
      const subject = { kind: "api_key" as const, id: keyId };
      record(tx, { ctx, action: "api_key.revoked", subject, partnerId: key.partnerId, detail: { tail: key.tail } });
    }
    return { revoked: count === 1, hash: key.hash };
  });
  forgetKey(hash);
  return { revoked };
}

/** How long both keys work in a rotation. Contract: Authentication, 4. */
const ROTATION_OVERLAP_MS = DAY_MS;

/**
 * Schedules a key's revocation in 24 hours. From then on the key is refused, and a job records the revocation. Scheduling
 * again changes nothing. Throws `Conflict` `key_not_active`, `NotFound`, `Forbidden`.
 */
export async function scheduleRevocation(ctx: KeyCtx, { keyId }: { keyId: string }): Promise<{ revokeAt: Date }> {
  const { revokeAt, hash } = await inTransaction(async (tx) => {
    const key = await lockKey(tx, ctx, keyId);
    const now = clock.now();
    if (!isLive(keyStatus(key, now))) throw new Conflict("key_not_active", "This key is no longer active.");
    if (key.revokeAt) return { revokeAt: key.revokeAt, hash: key.hash };
    const scheduled = new Date(now.getTime() + ROTATION_OVERLAP_MS);
    await tx.apiKey.update({ where: { id: keyId }, data: { revokeAt: scheduled } });
    await enqueue(tx, finishRevocationsTask.name, {}, { runAt: scheduled, jobKey: `finish_revocations ${keyId}` });
    const subject = { kind: "api_key" as const, id: keyId };
    const detail = { revokeAt: scheduled.toISOString() };
    record(tx, { ctx, action: "api_key.revocation_planned", subject, partnerId: key.partnerId, detail });
    return { revokeAt: scheduled, hash: key.hash };
  });
  forgetKey(hash);
  return { revokeAt };
}

/** Cancels a scheduled revocation before its time. Throws `Conflict` `key_not_active`, `NotFound`, `Forbidden`. */
export async function cancelRevocation(ctx: KeyCtx, { keyId }: { keyId: string }): Promise<{ cancelled: boolean }> {
  const { cancelled, hash } = await inTransaction(async (tx) => {
    const key = await lockKey(tx, ctx, keyId);
    const now = clock.now();
    if (keyStatus(key, now) === "revoked") throw new Conflict("key_not_active", "This key is already revoked.");
    const { count } = await tx.apiKey.updateMany({
      where: { id: keyId, revokedAt: null, revokeAt: { gt: now } },
      data: { revokeAt: null },
    });
    if (count === 1) {
      const subject = { kind: "api_key" as const, id: keyId };
      record(tx, { ctx, action: "api_key.revocation_cancelled", subject, partnerId: key.partnerId });
    }
    return { cancelled: count === 1, hash: key.hash };
  });
  forgetKey(hash);
  return { cancelled };
}

/** Records scheduled revocations that are due. The key has been refused since `revokeAt`, so that is the time recorded. */
export const finishRevocationsTask = defineTask("finish_key_revocations", z.object({}), async (_, { requestId }) => {
  const due = await db.apiKey.findMany({
    where: { revokedAt: null, revokeAt: { lte: clock.now() } },
    select: { id: true, partnerId: true, tail: true },
  });
  const ctx: Ctx = { actor: { kind: "system", name: "finish_key_revocations" }, requestId };
  for (const { id, partnerId, tail } of due) {
    await inTransaction(async (tx) => {
      const count = await tx.$executeRaw`
        UPDATE api_keys SET revoked_at = revoke_at WHERE id = ${id} AND revoked_at IS NULL AND revoke_at <= ${clock.now()}`;
      if (count === 0) return;
      record(tx, { ctx, action: "api_key.revoked", subject: { kind: "api_key", id }, partnerId, detail: { tail } });
    });
  }
});

/** Catches revocations whose job was lost. */
export const finishRevocations: Schedule = { task: finishRevocationsTask, cron: "*/10 * * * *" };
