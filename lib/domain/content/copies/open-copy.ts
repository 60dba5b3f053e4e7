import { assertMayOpen } from "@/lib/domain/content/cross-reference/assert-may-open";
import type { Ctx, PortalUserActor, StaffActor } from "@/lib/domain/context";
import type { ViewPurpose } from "@/lib/domain/identity";
import { record } from "@/lib/domain/ledger";
import { assertMay } from "@/lib/domain/people";
import { inTransaction } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { writeCopyGrant } from "./copy-grant";

/**
 * Somebody of the partner's team asks to see the stored copy of a depiction, and may, for ten minutes. That they did is in
 * the ledger before a byte leaves. Throws `NotFound`, `Forbidden`, `Conflict` `no_copy`.
 */
export async function openCopy(
  ctx: Ctx<PortalUserActor>,
  { depictionId }: { depictionId: string },
): Promise<{ grant: string; expiresAt: Date }> {
  if (!isId(depictionId)) throw new NotFound();
  const { partnerId, userId } = ctx.actor;
  await inTransaction(async (tx) => {
    await assertMay(tx, ctx, { partnerId, to: "manage_records" });
    const found = await tx.depiction.findFirst({
      where: { id: depictionId, partnerId },
      select: { copyState: true },
    });
    if (!found) throw new NotFound();
    if (found.copyState !== "stored") throw new Conflict("no_copy", "No copy of this depiction is stored yet.");
    record(tx, { ctx, action: "depiction.viewed", subject: { kind: "depiction", id: depictionId } });
  });
  return writeCopyGrant({ depictionId, userId, as: "partner" });
}

/**
 * A custodian asks to see the stored copy of any partner's depiction, for a stated purpose, and may, for ten minutes. Who and
 * why is in the ledger before a byte leaves, where the partner does not see it. Throws `NotFound`, `Forbidden`, also
 * `own_record` where they appear in it, `Conflict` `no_copy`.
 */
export async function openCopyAsCustodian(
  ctx: Ctx<StaffActor>,
  { depictionId, purpose }: { depictionId: string; purpose: ViewPurpose },
): Promise<{ grant: string; expiresAt: Date }> {
  if (!isId(depictionId)) throw new NotFound();
  await inTransaction(async (tx) => {
    await assertMayOpen(tx, ctx, depictionId);
    const found = await tx.depiction.findUnique({ where: { id: depictionId }, select: { copyState: true } });
    if (!found) throw new NotFound();
    if (found.copyState !== "stored") throw new Conflict("no_copy", "No copy of this depiction is stored.");
    const subject = { kind: "depiction", id: depictionId } as const;
    record(tx, { ctx, action: "depiction.viewed", subject, partnerId: null, reason: purpose });
  });
  return writeCopyGrant({ depictionId, userId: ctx.actor.userId, as: "custodian" });
}
