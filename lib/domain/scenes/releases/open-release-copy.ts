import { evidenceOf } from "@/lib/domain/acts";
import type { Ctx, PersonActor, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import { hexOf, sha256 } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound, Unavailable } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { storage } from "@/lib/platform/storage/storage";
import { wholeOf } from "@/lib/platform/streams";

/** A performer's stored copy, without its content. */
type ReleaseCopyFacts = { sha256: string; bytes: number; createdAt: Date };

/** A copy to download. */
type OpenedReleaseCopy = { fileName: string; pdf: Buffer };

const RETRY_AFTER_S = 10;

/** A performer's copy; null until it is made, some seconds after the signature. The caller has checked who asks. */
export async function findReleaseCopy(performerId: string): Promise<ReleaseCopyFacts | null> {
  const copy = await db.releaseCopy.findUnique({ where: { performerId } });
  return copy && { sha256: hexOf(copy.sha256), bytes: copy.bytes, createdAt: copy.createdAt };
}

/**
 * The acting performer's own copy. The ledger records the download first. Throws `NotFound` for somebody else's and before it is
 * made, `Unavailable`.
 */
export async function openOwnReleaseCopy(
  ctx: Ctx<PersonActor>,
  { performerId }: { performerId: string },
): Promise<OpenedReleaseCopy> {
  const own = isId(performerId)
    ? await db.scenePerformer.count({ where: { id: performerId, userId: ctx.actor.userId } })
    : 0;
  if (own === 0) throw new NotFound();
  const opened = await readReleaseCopy(performerId);
  await inTransaction(async (tx) => {
    const subject = { kind: "scene_performer", id: performerId } as const;
    record(tx, { ctx, action: "scene_performer.copy_downloaded", subject, detail: evidenceOf(ctx) });
  });
  return opened;
}

/**
 * The copy of a scene's performer, for a custodian with a stated purpose. The ledger records each look first; partners can't see it.
 * Throws `NotFound`, `Forbidden` (also `conflict_of_interest`), `Unavailable`.
 */
export async function openReleaseCopy(
  ctx: Ctx<StaffActor>,
  { sceneId, performerId, purpose }: { sceneId: string; performerId: string; purpose: string },
): Promise<OpenedReleaseCopy> {
  await inTransaction(async (tx) => {
    await assertNoConflict(tx, ctx, { scene: sceneId });
    const found = isId(performerId)
      ? await tx.scenePerformer.count({ where: { id: performerId, sceneId, copy: { isNot: null } } })
      : 0;
    if (found === 0) throw new NotFound();
    const subject = { kind: "scene_performer", id: performerId } as const;
    record(tx, { ctx, action: "scene_performer.viewed", subject, partnerId: null, reason: purpose });
  });
  return readReleaseCopy(performerId);
}

/**
 * Reads a copy and checks it against its stored hash. The caller has checked who asks. Throws `NotFound` before it is made,
 * `Unavailable`.
 */
export async function readReleaseCopy(performerId: string): Promise<OpenedReleaseCopy> {
  const copy = await db.releaseCopy.findUnique({ where: { performerId } });
  if (!copy) throw new NotFound();
  try {
    const pdf = await wholeOf(await storage().get(copy.key));
    if (sha256(pdf).equals(copy.sha256)) return { fileName: `release-${performerId}.pdf`, pdf };
    log.error({ performerId }, "a release's copy differs from the stored one");
  } catch (error) {
    log.error({ err: error, performerId }, "a release's copy could not be read");
  }
  throw new Unavailable("The copy can’t be read right now. Try again in a minute", RETRY_AFTER_S);
}
