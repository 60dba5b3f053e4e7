import { z } from "zod";
import type { Ctx } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { defineTask, type Schedule } from "@/lib/platform/jobs";

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
