import { endpoint } from "@/lib/api/endpoint";
import { cancelJob } from "@/lib/domain/productions/verification-jobs";
import { CancelVerificationJobResponse, JobParams } from "@/lib/domain/productions/verification-jobs/schemas";

/** Cancels a verification job that waits for its performers. Contract: Verification jobs, cancel. */
export const POST = endpoint({
  operationId: "cancelVerificationJob",
  tag: "Verification jobs",
  summary: "Cancel a verification job",
  description:
    "Permanently ends a job that waits for its performers, and sends `verification.cancelled`. Fees are not refunded. A repeat " +
    "returns the same answer and sends nothing.",
  params: JobParams,
  responses: { 200: CancelVerificationJobResponse },
  errors: [
    { status: 422, code: "job_not_cancellable", when: "The job is completed or blocked, or its 14 days are over." },
  ],
  example: {
    params: { id: "job-77" },
    response: { id: "job-77", status: "cancelled", cancelledAt: "2026-09-06T09:30:00.000Z", refunded: false },
  },
  handle: (ctx, { params }) => cancelJob(ctx, { jobId: params.id }),
});
