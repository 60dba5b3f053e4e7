import { z } from "zod";
import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { assertMay } from "@/lib/domain/people";
import { inTransaction } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { reasonText } from "./reason-text";
import { removeDepiction } from "./remove-depiction";

/** Why a depiction is taken down, as the partner's person writes it. */
export const TakeDownInput = z.object({ reason: reasonText("Say why, in a few words.") });

/**
 * Takes down a depiction from the portal, with or without a content id of the partner's: marked while it must be kept,
 * erased with its copy when its seven years are over. Unlike the API's way it asks for no active account: what is no longer shown
 * may always be marked. Throws `NotFound`, `Forbidden`, `Conflict` `taken_down` for what was taken down before.
 */
export async function takeDown(
  ctx: Ctx<PortalUserActor>,
  { depictionId, reason }: { depictionId: string; reason: string },
): Promise<void> {
  if (!isId(depictionId)) throw new NotFound();
  const { partnerId } = ctx.actor;
  await inTransaction(async (tx) => {
    await assertMay(tx, ctx, { partnerId, to: "manage_records" });
    const found = await tx.depiction.findFirst({ where: { id: depictionId, partnerId }, select: { id: true } });
    if (!found) throw new NotFound();
    if (!(await removeDepiction(tx, ctx, { depictionId, reason })))
      throw new Conflict("taken_down", "This record was taken down before. It says by whom, when and why.");
  });
}
