import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { Mark, markedId } from "@/lib/domain/core/mark";
import { readJobMark } from "@/lib/domain/productions/verification-jobs";

/** A version of a verification job's page, which polls it and refreshes when it changes. */
export const GET = portalEndpoint({
  summary: "Read whether a verification job has changed",
  query: z.object({ job: markedId }),
  responses: { 200: Mark },
  handle: (ctx, { query }) => readJobMark(ctx, query.job),
});
