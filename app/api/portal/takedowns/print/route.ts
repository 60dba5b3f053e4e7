import { headers } from "next/headers";
import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { downloadResponse } from "@/app/stored-files";
import { calledFrom } from "@/lib/api/security";
import { printTakedowns, takedownList } from "@/lib/domain/removals";
import { NotFound } from "@/lib/platform/errors";

/** The filtered takedowns as a signed PDF. Each download is recorded in the ledger. */
export const GET = portalEndpoint({
  summary: "Print takedowns",
  query: takedownList.Filters,
  responses: { 200: z.unknown() },
  handle: async (ctx, { query }) => {
    if (calledFrom(await headers()) === "other_site") throw new NotFound();
    return downloadResponse(await printTakedowns(ctx, query));
  },
});
