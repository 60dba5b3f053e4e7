import type { Ctx, PartnerKeyActor, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertMay } from "@/lib/domain/parties/people";
import { cancelIn } from "@/lib/domain/scenes";
import { inTransaction } from "@/lib/platform/db";
import { NotFound, Unprocessable } from "@/lib/platform/errors";
import { type NamedJob, ofPartner } from "./queries";
import type { VerificationJobCancelled } from "./schemas";

/**
 * Cancel a job that waits for its performers, and send `verification.cancelled`. Nothing is refunded. A repeat returns the same
 * answer and sends nothing. A job whose time is over is blocked instead. Contract: Verification jobs, cancel. Throws `NotFound`,
 * `Forbidden`, and 422 `job_not_cancellable`.
 */
export async function cancelJob(
  ctx: Ctx<PartnerKeyActor | PortalUserActor>,
  named: NamedJob,
): Promise<VerificationJobCancelled> {
  const { partnerId } = ctx.actor;
  const { jobId, cancelled } = await inTransaction(async (tx) => {
    await assertMay(tx, ctx, { partnerId, to: "manage_records" });
    const job = await tx.verificationJob.findUnique({ where: ofPartner(partnerId, named) });
    if (!job) throw new NotFound();
    const done = await cancelIn(tx, ctx, job.sceneId);
    const subject = { kind: "verification_job", id: job.id } as const;
    if (done?.isNow) record(tx, { ctx, action: "verification_job.cancelled", subject });
    return { jobId: job.jobId, cancelled: done };
  });
  if (!cancelled) {
    throw new Unprocessable("job_not_cancellable", "Only a job that waits for its performers can be canceled");
  }
  return { id: jobId, status: "cancelled", cancelledAt: cancelled.at.toISOString(), refunded: false };
}
