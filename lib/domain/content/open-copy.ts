import type { Ctx, PortalUserActor } from "@/lib/domain/context";
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
  return writeCopyGrant({ depictionId, userId });
}
