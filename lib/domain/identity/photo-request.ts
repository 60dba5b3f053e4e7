import { evidenceOf } from "@/lib/domain/acts";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { Unprocessable } from "@/lib/platform/errors";
import { attestDeclaration } from "./declaration";
import type { PhotoKind } from "./documents";
import { lockAsked } from "./lock-check";
import { queueMarks } from "./marks";
import { answerBy, PHOTO_REQUEST_DAYS } from "./rejection-reasons";
import { keepAnswers, type Sending } from "./start-check";
import { setPhotosAsked } from "./states";

const UNASKED = { kept: [], corrected: [] };

type Asked = { photosAskedAt: Date | null; photos: readonly { kind: PhotoKind; createdAt: Date }[] };

/** Whether the person has added the better photo of a kind since they were asked for it. */
export const isAnswered = (kind: PhotoKind, { photosAskedAt, photos }: Asked): boolean =>
  photosAskedAt !== null && photos.some((photo) => photo.kind === kind && photo.createdAt > photosAskedAt);

/** Whether a better photo of the document was asked for, so that the document is read again. */
export const isReadAgain = ({ photosAsked }: { photosAsked: readonly PhotoKind[] }): boolean =>
  photosAsked.some((kind) => kind !== "person");

/**
 * Send the better photos that a custodian asked for, and attest that they are genuine. What is read from them and differs from what was
 * entered needs an answer, as for a draft. The rest of the check stays as it was sent, and it waits for a decision again.
 * Throws `Unprocessable`: `not_attested`, `check_incomplete`, `reading_differs`; `Conflict` `no_draft` for a second time.
 */
export async function sendAskedPhotos(ctx: Ctx<PersonActor>, { attested, ...answered }: Sending): Promise<void> {
  if (!attested) throw new Unprocessable("not_attested", "Check the box to declare that this is true.");
  await inTransaction(async (tx) => {
    const check = await lockAsked(tx, ctx);
    if (!check.photosAsked.every((kind) => isAnswered(kind, check))) {
      throw new Unprocessable("check_incomplete", "Add the photo first.");
    }
    const { kept, corrected } = isReadAgain(check) ? await keepAnswers(tx, check, answered) : UNASKED;
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
        ...(kept.length > 0 && { kept }),
        ...(corrected.length > 0 && { corrected }),
      },
    });
    // Of the better photos: the ones before may have been chosen to resemble nothing.
    await queueMarks(tx, check.id);
  });
}

/** Whether a check still waits for better photos that were asked for too long ago. */
export const isUnanswered = ({ status, photosAskedAt }: { status: string; photosAskedAt: Date | null }): boolean =>
  status === "submitted" && photosAskedAt !== null && answerBy(photosAskedAt) <= clock.now();

/** The checks of which `isUnanswered` is true. */
export async function findUnanswered(): Promise<string[]> {
  const before = new Date(clock.now().getTime() - PHOTO_REQUEST_DAYS * DAY_MS);
  const where = { status: "submitted", photosAskedAt: { lte: before } } as const;
  return (await db.identityCheck.findMany({ where, select: { id: true } })).map(({ id }) => id);
}
