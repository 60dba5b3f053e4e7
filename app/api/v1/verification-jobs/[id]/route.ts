import { PAID_FEES } from "@/app/api/examples";
import { endpoint } from "@/lib/api/endpoint";
import { readJob } from "@/lib/domain/productions/verification-jobs";
import { JobParams, VerificationJobResponse } from "@/lib/domain/productions/verification-jobs/schemas";

/** Reads one verification job. Contract: Verification jobs, read. */
export const GET = endpoint({
  operationId: "readVerificationJob",
  tag: "Verification jobs",
  summary: "Read a verification job",
  description: "Returns a job's status, how far each performer is, and what it costs.",
  params: JobParams,
  responses: { 200: VerificationJobResponse },
  example: {
    params: { id: "job-77" },
    response: {
      id: "job-77",
      status: "pending",
      performers: [
        { email: "ada@example.com", status: "id_verified" },
        { email: "grace@example.com", status: "forms_signed" },
      ],
      fees: { ...PAID_FEES, billedTo: "partner_card", chargeError: null },
      expiresAt: "2026-09-19T12:00:00.000Z",
    },
  },
  handle: (ctx, { params }) => readJob(ctx, params.id),
});
