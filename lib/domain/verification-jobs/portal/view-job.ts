import { presentVerificationFee } from "@/lib/domain/billing";
import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { invitationOf, isOpen, type ScenePerformerView } from "@/lib/domain/scenes";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { type JobPerformerStatus, jobPerformerStatus, jobStatus } from "../labels";
import { findJob } from "../queries";
import type { VerificationJob } from "../schemas";
import { type JobEvent, readJobHistory } from "./job-history";
import type { JobRow } from "./list-jobs";

/** A performer as the API answers, and the partner's own invitation. Nothing about the person or their ID. */
export type JobPerformerView = Pick<
  ScenePerformerView,
  "id" | "email" | "invitedAt" | "bounced" | "nextInvitationAt"
> & { status: JobPerformerStatus };

/** What a job's page shows. */
export type JobView = Pick<
  JobRow,
  "id" | "jobId" | "contentId" | "title" | "status" | "productionId" | "createdAt" | "expiresAt"
> & {
  productionDate: Date;
  endedAt: Date | null;
  performers: JobPerformerView[];
  fees: VerificationJob["fees"];
  /** Whether a performer may still decide, and the partner cancel. */
  isOpen: boolean;
  /** Newest first. */
  history: JobEvent[];
};

/** One of the partner's own jobs, with what the API and its events show and no more. Throws `NotFound`. */
export async function viewJob(ctx: Ctx<PortalUserActor>, id: string): Promise<JobView> {
  const { partnerId } = ctx.actor;
  const job = isId(id) ? await findJob(partnerId, { id }) : null;
  if (!job) throw new NotFound();
  const { jobId, contentId, productionId, createdAt, scene, fee } = job;
  const { title, status, shootDate, expiresAt, performers } = scene;
  const open = isOpen(scene);
  return {
    id,
    jobId,
    contentId,
    title,
    productionId,
    createdAt,
    expiresAt,
    status: jobStatus(status),
    // A job's scene always has one.
    productionDate: shootDate ?? createdAt,
    endedAt: scene.greenlitAt ?? scene.blockedAt ?? scene.cancelledAt,
    performers: performers.map((performer) => ({
      id: performer.id,
      email: performer.email,
      status: jobPerformerStatus(performer),
      ...invitationOf(performer, open),
    })),
    fees: presentVerificationFee(fee),
    isOpen: open,
    history: await readJobHistory(job),
  };
}
