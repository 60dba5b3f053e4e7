import type { Ctx, SystemActor } from "@/lib/domain/context";
import { db, inTransaction } from "@/lib/platform/db";
import { applySession } from "./apply-session";
import { readVendorSession } from "./session";

/** Bring a check to where its session stands now, without waiting for a message: the person has just come back. */
export async function refreshVendorCheck(ctx: Ctx<SystemActor>, checkId: string): Promise<void> {
  const check = await db.identityCheck.findUnique({ where: { id: checkId } });
  if (!check?.vendorSessionId || check.status === "approved" || check.status === "rejected") return;
  const session = await readVendorSession(check.vendorSessionId);
  await inTransaction((tx) => applySession(tx, ctx, session));
}
