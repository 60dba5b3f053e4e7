import { headers } from "next/headers";
import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { downloadResponse } from "@/app/stored-files";
import { calledFrom } from "@/lib/api/security";
import { depictionProofs } from "@/lib/domain/records/content";
import { NotFound } from "@/lib/platform/errors";

/** Proofs of a depiction's history, as its page shows it. */
export const GET = portalEndpoint({
  summary: "Download the proofs of a record's history",
  params: z.object({ depictionId: z.string() }),
  responses: { 200: z.unknown() },
  handle: async (ctx, { params: { depictionId } }) => {
    if (calledFrom(await headers()) === "other_site") throw new NotFound();
    return downloadResponse(await depictionProofs.archive(ctx, depictionId));
  },
});
