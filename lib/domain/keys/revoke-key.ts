import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { forgetKey } from "./find-key";
import { type KeyCtx, lockKey } from "./lock-key";

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
