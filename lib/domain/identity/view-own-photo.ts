import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { PhotoKind } from "./documents";
import { readPhoto } from "./read-photo";
import { opensCheck } from "./visit-rights";

/** The acting person's own photo, while it is in their draft. It is in the ledger before a byte leaves. Throws `NotFound`. */
export async function viewOwnPhoto(ctx: Ctx<PersonActor>, { kind }: { kind: PhotoKind }): Promise<{ jpeg: Buffer }> {
  const { userId, visit } = ctx.actor;
  const check = await db.identityCheck.findFirst({
    where: { userId, status: "draft" },
    select: { id: true, visitId: true },
  });
  if (!check || !opensCheck(visit, check)) throw new NotFound();
  const { photoId, jpeg } = await readPhoto({ checkId: check.id, userId, kind });
  await inTransaction(async (tx) => {
    record(tx, {
      ctx,
      action: "identity_photo.viewed",
      subject: { kind: "identity_check", id: check.id },
      reason: "own_draft",
      detail: { photoId, kind },
    });
  });
  return { jpeg };
}
