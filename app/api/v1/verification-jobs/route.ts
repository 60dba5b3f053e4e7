import { PAID_FEES } from "@/app/api/examples";
import { respond } from "@/lib/api/declaration";
import { endpoint } from "@/lib/api/endpoint";
import { startJob } from "@/lib/domain/productions/verification-jobs";
import { StartVerificationJobBody, VerificationJobResponse } from "@/lib/domain/productions/verification-jobs/schemas";

/** Starts a verification job. Contract: Verification jobs, start. */
export const POST = endpoint({
  operationId: "startVerificationJob",
  tag: "Verification jobs",
  summary: "Start a verification job",
  description:
    "Emails each performer a link to sign a release and show an ID, without an uploader or a scene of yours. " +
    "`performer.forms_signed` and `performer.id_verified` tell you of each performer; a job that ends otherwise sends nothing, so " +
    "read it. Idempotent by `id`: a repeat answers 200 with the job as it is, whatever else it sends. If charging fails, the job " +
    "exists anyway, and `chargeError` says why. With `productionId`, the performers also join that production. If the call is " +
    "refused, there is no job and no fee.",
  body: StartVerificationJobBody,
  responses: { 201: VerificationJobResponse, 200: VerificationJobResponse },
  errors: [
    { status: 409, code: "production_closed", when: "The production was revoked, or must be or was taken down." },
    {
      status: 409,
      code: "sealing_in_progress",
      when: "The production’s records are being sealed. Try again in a minute.",
    },
    { status: 409, code: "too_many_scenes", when: "The production has as many scenes and jobs as it can, 200." },
  ],
  example: {
    body: {
      id: "job-77",
      contentId: "post-1001",
      title: "Summer at the lake",
      productionDate: "2026-09-04T15:00:00.000Z",
      performers: [{ email: "ada@example.com" }, { email: "grace@example.com" }],
    },
    response: {
      id: "job-77",
      status: "pending",
      performers: [
        { email: "ada@example.com", status: "pending" },
        { email: "grace@example.com", status: "pending" },
      ],
      fees: { ...PAID_FEES, billedTo: "partner_card", chargeError: null },
      expiresAt: "2026-09-19T12:00:00.000Z",
    },
  },
  handle: async (ctx, { body: { id: jobId, ...content } }) => {
    const { job, isNew } = await startJob(ctx, { jobId, ...content });
    return respond(isNew ? 201 : 200, job);
  },
});
