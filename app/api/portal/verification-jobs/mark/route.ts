import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { readJobMark } from "@/lib/domain/productions/verification-jobs";

/** A version of a verification job's page, which polls it and refreshes when it changes. */
export const GET = portalEndpoint({
  summary: "Read whether a verification job has changed",
  query: z.object({ job: z.string().max(64) }),
  responses: { 200: z.object({ mark: z.string() }) },
  handle: (ctx, { query }) => readJobMark(ctx, query.job),
});
