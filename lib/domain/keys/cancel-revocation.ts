import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import { forgetKey } from "./find-key";
import { type KeyCtx, lockKey } from "./lock-key";
import { keyStatus } from "./states";

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
