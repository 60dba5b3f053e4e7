import { headers } from "next/headers";
import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { downloadResponse } from "@/app/stored-files";
import { calledFrom } from "@/lib/api/security";
import { exportAcquirerReport, ReportQuery } from "@/lib/domain/removals";
import { NotFound } from "@/lib/platform/errors";

/** A month's report to the acquirer as CSV or signed PDF. Each download is recorded in the ledger. */
export const GET = portalEndpoint({
  summary: "Export the report to the acquirer",
  query: ReportQuery,
  responses: { 200: z.unknown() },
  handle: async (ctx, { query }) => {
    if (calledFrom(await headers()) === "other_site") throw new NotFound();
    return downloadResponse(await exportAcquirerReport(ctx, query));
  },
});
