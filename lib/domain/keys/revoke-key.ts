import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { Ctx, PortalUserActor, SystemActor } from "../context";
import { record } from "../ledger";
import { authorize } from "../people";
import { forgetKey } from "./find-key";

type KeyActor = Ctx<PortalUserActor | SystemActor>;

/**
 * Revokes a key for good: refused here at once, on other nodes within a second. `revoked` is false when it was revoked
 * before, and nothing changes. Contract: Authentication, 3 and 5. Throws `NotFound`, `Forbidden`.
 */
export async function revokeKey(ctx: KeyActor, { keyId }: { keyId: string }): Promise<{ revoked: boolean }> {
  const { revoked, hash } = await inTransaction(async (tx) => {
    const key = await holdKey(tx, ctx, keyId);
    const revokedById = ctx.actor.kind === "portal_user" ? ctx.actor.userId : null;
    const { count } = await tx.apiKey.updateMany({
      where: { id: keyId, revokedAt: null },
      data: { revokedAt: clock.now(), revokedById, revokeAt: null },
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

/** The key, with its partner's row held and the actor's right to manage it checked. Throws `NotFound`, `Forbidden`. */
export async function holdKey(tx: Tx, ctx: KeyActor, keyId: string) {
  const { actor } = ctx;
  const mine = actor.kind === "portal_user" ? { partnerId: actor.partnerId } : {};
  const found = await tx.apiKey.findFirst({ where: { id: keyId, ...mine }, select: { partnerId: true } });
  if (!found) throw new NotFound();
  await authorize(tx, ctx, { partnerId: found.partnerId, to: "manage_integration" });
  return tx.apiKey.findUniqueOrThrow({ where: { id: keyId } });
}
