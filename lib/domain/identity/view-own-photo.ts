import type { Ctx, PersonActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { PhotoKind } from "./documents";
import { showPhoto } from "./show-photo";
import { opensCheck } from "./visit-rights";

/** The acting person's own photo, while it is in their draft. Throws `NotFound`. */
export async function viewOwnPhoto(ctx: Ctx<PersonActor>, { kind }: { kind: PhotoKind }): Promise<{ jpeg: Buffer }> {
  const { userId, visit } = ctx.actor;
  const check = await db.identityCheck.findFirst({
    where: { userId, status: "draft" },
    select: { id: true, visitId: true },
  });
  if (!check || !opensCheck(visit, check)) throw new NotFound();
  return showPhoto(ctx, { checkId: check.id, userId, kind, reason: "own_draft" });
}
