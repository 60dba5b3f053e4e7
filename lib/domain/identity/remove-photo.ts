import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import type { PhotoKind } from "./documents";
import { lockDraft } from "./lock-check";
import { dropPhoto } from "./sweep-objects";

/** Take a photo out of the acting person's draft; false when there was none. Throws `Conflict` `no_draft`. */
export async function removePhoto(ctx: Ctx<PersonActor>, { kind }: { kind: PhotoKind }): Promise<{ removed: boolean }> {
  return inTransaction(async (tx) => {
    const check = await lockDraft(tx, ctx);
    const photo = check.photos.find((candidate) => candidate.kind === kind);
    if (!photo) return { removed: false };
    await dropPhoto(tx, photo);
    await tx.identityCheck.update({ where: { id: check.id }, data: { updatedAt: clock.now() } });
    record(tx, {
      ctx,
      action: "identity_photo.removed",
      subject: { kind: "identity_check", id: check.id },
      detail: { photoId: photo.id, kind },
    });
    return { removed: true };
  });
}
