import { z } from "zod";
import type { Ctx, PortalUserActor, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { authorize } from "@/lib/domain/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { defineTask, enqueue, type Schedule } from "@/lib/platform/jobs";
import { forgetKey } from "./find-key";
import { isLive, keyStatus } from "./states";

/**
 * Revokes a key for good: refused here at once, on other nodes within a second. `revoked` is false when it was revoked
 * before, or its planned time has come, and nothing changes. Contract: Authentication, 3 and 5. Throws `NotFound`, `Forbidden`.
 */
export async function revokeKey(ctx: KeyCtx, { keyId }: { keyId: string }): Promise<{ revoked: boolean }> {
  const { revoked, hash } = await inTransaction(async (tx) => {
    const key = await lockKey(tx, ctx, keyId);
    const revokedById = ctx.actor.kind === "portal_user" ? ctx.actor.userId : null;
    const now = clock.now();
    // One whose planned time has come was revoked then; the job makes that final.
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

/** The overlap that is usual in a rotation. Contract: Authentication, 4. */
const ROTATION_OVERLAP_MS = DAY_MS;

/**
 * Plans a key's revocation 24 hours ahead. From that moment it is refused; a job then makes it final. Planning again
 * changes nothing. Throws `Conflict` `key_not_active`, `NotFound`, `Forbidden`.
 */
export async function scheduleRevocation(ctx: KeyCtx, { keyId }: { keyId: string }): Promise<{ revokeAt: Date }> {
  const { revokeAt, hash } = await inTransaction(async (tx) => {
    const key = await lockKey(tx, ctx, keyId);
    const now = clock.now();
    if (!isLive(keyStatus(key, now))) throw new Conflict("key_not_active", "This key is not active any more.");
    if (key.revokeAt) return { revokeAt: key.revokeAt, hash: key.hash };
    const planned = new Date(now.getTime() + ROTATION_OVERLAP_MS);
    await tx.apiKey.update({ where: { id: keyId }, data: { revokeAt: planned } });
    await enqueue(tx, finishRevocationsTask.name, {}, { runAt: planned, jobKey: `finish_revocations ${keyId}` });
    const subject = { kind: "api_key" as const, id: keyId };
    const detail = { revokeAt: planned.toISOString() };
    record(tx, { ctx, action: "api_key.revocation_planned", subject, partnerId: key.partnerId, detail });
    return { revokeAt: planned, hash: key.hash };
  });
  forgetKey(hash);
  return { revokeAt };
}

/** Takes a planned revocation back, while there is time. Throws `Conflict` `key_not_active`, `NotFound`, `Forbidden`. */
export async function cancelRevocation(ctx: KeyCtx, { keyId }: { keyId: string }): Promise<{ cancelled: boolean }> {
  const { cancelled, hash } = await inTransaction(async (tx) => {
    const key = await lockKey(tx, ctx, keyId);
    const now = clock.now();
    if (keyStatus(key, now) === "revoked") throw new Conflict("key_not_active", "This key is revoked already.");
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

/** Makes planned revocations final that are due. The key has been refused since `revokeAt`; that is when it was revoked. */
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

/** A sweep for what a lost job left behind. */
export const finishRevocations: Schedule = { task: finishRevocationsTask, cron: "*/10 * * * *" };

/** Who may change a key: the team of its partner, or an operator. */
type KeyCtx = Ctx<PortalUserActor | SystemActor>;

/** The key, with its partner locked and the actor's right to manage it checked. Throws `NotFound`, `Forbidden`. */
async function lockKey(tx: Tx, ctx: KeyCtx, keyId: string) {
  const found = await tx.apiKey.findUnique({ where: { id: keyId }, select: { partnerId: true } });
  if (!found) throw new NotFound();
  await authorize(tx, ctx, { partnerId: found.partnerId, to: "manage_integration" });
  return tx.apiKey.findUniqueOrThrow({ where: { id: keyId } });
}
