import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { Conflict } from "@/lib/platform/errors";
import { enqueue } from "@/lib/platform/jobs";
import { forgetKey } from "./find-key";
import { finishRevocationsTask } from "./finish-revocations";
import { type KeyCtx, lockKey } from "./lock-key";
import { isLive, keyStatus } from "./states";

/** The overlap that is usual in a rotation. Contract: Authentication, 4. */
const ROTATION_OVERLAP_MS = DAY_MS;

/**
 * Plans a key's revocation 24 hours ahead. From that moment it is refused; a job then makes it final. Planning again
 * changes nothing. Throws `Conflict` `key_not_active`, `NotFound`, `Forbidden`.
 */
export async function planRevocation(ctx: KeyCtx, { keyId }: { keyId: string }): Promise<{ revokeAt: Date }> {
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
