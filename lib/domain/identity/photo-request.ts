import { evidenceOf } from "@/lib/domain/acts";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { inTransaction } from "@/lib/platform/db";
import { Unprocessable } from "@/lib/platform/errors";
import { attestDeclaration } from "./declaration";
import type { PhotoKind } from "./documents";
import { lockAsked } from "./lock-check";
import { queueMarks } from "./marks";
import { setPhotosAsked } from "./states";

type Asked = { photosAskedAt: Date | null; photos: readonly { kind: PhotoKind; createdAt: Date }[] };

/** Whether the person has added the better photo of a kind since they were asked for it. */
export const isAnswered = (kind: PhotoKind, { photosAskedAt, photos }: Asked): boolean =>
  photosAskedAt !== null && photos.some((photo) => photo.kind === kind && photo.createdAt > photosAskedAt);

/**
 * Send the better photos that a custodian asked for, and attest that they are genuine. The rest of the check stays as it was sent, and it
 * waits for a decision again. Throws `Unprocessable`: `not_attested`, `check_incomplete`; `Conflict` `no_draft` for a second time.
 */
export async function sendAskedPhotos(ctx: Ctx<PersonActor>, { attested }: { attested: boolean }): Promise<void> {
  if (!attested) throw new Unprocessable("not_attested", "Check the box to declare that this is true.");
  await inTransaction(async (tx) => {
    const check = await lockAsked(tx, ctx);
    if (!check.photosAsked.every((kind) => isAnswered(kind, check))) {
      throw new Unprocessable("check_incomplete", "Add the photo first.");
    }
    const now = clock.now();
    await setPhotosAsked(tx, { id: check.id, asked: null, submittedAt: now });
    const declaration = await attestDeclaration(tx, ctx, { checkId: check.id, at: now });
    record(tx, {
      ctx,
      action: "identity_check.photos_sent",
      subject: { kind: "identity_check", id: check.id },
      detail: {
        declaration,
        ...evidenceOf(ctx),
        photos: check.photos
          .filter(({ kind }) => check.photosAsked.includes(kind))
          .map(({ kind, sha256 }) => ({ kind, sha256: hexOf(sha256) })),
      },
    });
    // Of the better photos: the ones before may have been chosen to resemble nothing.
    await queueMarks(tx, check.id);
  });
}
