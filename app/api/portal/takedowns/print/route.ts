import { headers } from "next/headers";
import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { downloadResponse } from "@/app/stored-files";
import { calledFrom } from "@/lib/api/security";
import { printTakedowns } from "@/lib/domain/removals";
import { TakedownFilters } from "@/lib/domain/removals/portal/schemas";
import { NotFound } from "@/lib/platform/errors";

/** The filtered takedowns as a signed PDF. Each download is recorded in the ledger. */
export const GET = portalEndpoint({
  summary: "Print takedowns",
  query: TakedownFilters,
  responses: { 200: z.unknown() },
  handle: async (ctx, { query }) => {
    if (calledFrom(await headers()) === "other_site") throw new NotFound();
    return downloadResponse(await printTakedowns(ctx, query));
  },
});
