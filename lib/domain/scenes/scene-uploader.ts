import type { SoloStatus } from "@/lib/domain/accounts/schemas";
import { Prisma } from "@/lib/platform/db";
import { AppError, Conflict } from "@/lib/platform/errors";

/** Selects the name of the producer behind a scene's verification job. */
export const JOB_PRODUCER = { production: { select: { producer: { select: { name: true } } } } } as const;

type Job = { production: { producer: { name: string } } | null };

/** The name as the producer entered it; null without a production. */
export const producerNameOf = (job: Job | null): string | null => job?.production?.producer.name ?? null;

/** What decides whether a creator may upload for a partner now. */
export type UploaderFacts = {
  status: SoloStatus;
  userId: string | null;
  fundedBy: "creator" | "platform";
  collabScenes: boolean;
};

/** The columns of `UploaderFacts`, for an account `a` and its partner `p`. */
export const UPLOADER_FACTS = Prisma.sql`a.status::text AS status, a.user_id, a.funded_by::text AS funded_by,
  p.collab_scenes`;

/** Why a creator may not upload now, alone or with others; null if they may. */
export function uploaderObstacle(
  { status, userId, fundedBy, collabScenes }: UploaderFacts,
  { isCollab }: { isCollab: boolean },
): "uploader_not_active" | "collab_unavailable" | null {
  if (status !== "active" || userId === null) return "uploader_not_active";
  return isCollab && fundedBy === "platform" && !collabScenes ? "collab_unavailable" : null;
}

type Call = { isCollab: boolean; refuseWith: 400 | 409; field: string };

/**
 * The account of a creator who may upload. Throws `uploader_not_solo_active`, the same for an unknown creator and one who isn't
 * active, with the call's status and field, and `Conflict` `collab_scenes_not_available_on_platform_pays`.
 */
export function requireMayUpload<Account extends UploaderFacts>(
  account: Account | undefined,
  { isCollab, refuseWith, field }: Call,
): Account & { userId: string } {
  const obstacle = account && uploaderObstacle(account, { isCollab });
  if (obstacle === "collab_unavailable") {
    throw new Conflict(
      "collab_scenes_not_available_on_platform_pays",
      "Collab scenes are not available for creators that you pay for",
    );
  }
  if (!account || obstacle || account.userId === null) {
    const code = "uploader_not_solo_active";
    throw new AppError(refuseWith, "The uploader has no active solo account", { code, field });
  }
  return { ...account, userId: account.userId };
}
