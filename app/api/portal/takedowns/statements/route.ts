import { headers } from "next/headers";
import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { downloadResponse } from "@/app/stored-files";
import { calledFrom } from "@/lib/api/security";
import { exportStatements, MonthQuery } from "@/lib/domain/removals";
import { NotFound } from "@/lib/platform/errors";

/** A month's statements of reasons for the DSA Transparency Database. Each download is recorded in the ledger. */
export const GET = portalEndpoint({
  summary: "Export DSA statements of reasons",
  query: MonthQuery,
  responses: { 200: z.unknown() },
  handle: async (ctx, { query }) => {
    if (calledFrom(await headers()) === "other_site") throw new NotFound();
    return downloadResponse(await exportStatements(ctx, query));
  },
});
