import { presentVerificationFee } from "@/lib/domain/billing";
import type { Ctx, PartnerKeyActor, PortalUserActor } from "@/lib/domain/core/context";
import { presentNeeds } from "@/lib/domain/scenes";
import { db, type Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { jobPerformerStatus, jobStatus } from "./labels";
import type { VerificationJob } from "./schemas";

/** A job by our id of it, or by the partner's own. */
export type NamedJob = { id: string } | { jobId: string };

/** Prisma's condition for a partner's job. Another partner's is not found. */
export const ofPartner = (partnerId: string, named: NamedJob): Prisma.VerificationJobWhereUniqueInput =>
  "id" in named ? { id: named.id, partnerId } : { partnerId_jobId: { partnerId, jobId: named.jobId } };

/**
 * Read one of the partner's jobs. Another partner's and one that does not exist are the same `NotFound`.
 * Contract: Verification jobs, read.
 */
export async function readJob(ctx: Ctx<PartnerKeyActor | PortalUserActor>, jobId: string): Promise<VerificationJob> {
  const job = await findJob(ctx.actor.partnerId, { jobId });
  if (!job) throw new NotFound();
  return presentJob(job);
}

/** A job with its scene, performers in the order of the request, and fee; null if there is none. */
export async function findJob(partnerId: string, named: NamedJob) {
  const found = await db.verificationJob.findUnique({ where: ofPartner(partnerId, named), include: WITH_SCENE });
  if (!found) return null;
  const { scene, ...job } = found;
  const [fee] = scene.fees;
  if (!fee) throw new Error("a verification job has no fee");
  return { ...job, scene, fee };
}

const WITH_SCENE = {
  scene: {
    include: {
      performers: { orderBy: { position: "asc" } },
      fees: { where: { kind: "verification" } },
    },
  },
} as const;

export type FoundJob = NonNullable<Awaited<ReturnType<typeof findJob>>>;

const presentJob = ({ jobId, scene: { status, performers, expiresAt, needs }, fee }: FoundJob): VerificationJob => ({
  id: jobId,
  status: jobStatus(status),
  performers: performers.map((performer) => ({ email: performer.email, status: jobPerformerStatus(performer) })),
  fees: presentVerificationFee(fee),
  expiresAt: expiresAt.toISOString(),
  ...presentNeeds({ needs }, { isOwner: true }),
});
