import { headers } from "next/headers";
import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { downloadResponse } from "@/app/stored-files";
import { calledFrom } from "@/lib/api/security";
import { productionProofs } from "@/lib/domain/productions";
import { NotFound } from "@/lib/platform/errors";

/** Proofs of a production's history, as its page shows it. */
export const GET = portalEndpoint({
  summary: "Download the proofs of a production's history",
  params: z.object({ productionId: z.string() }),
  responses: { 200: z.unknown() },
  handle: async (ctx, { params: { productionId } }) => {
    if (calledFrom(await headers()) === "other_site") throw new NotFound();
    return downloadResponse(await productionProofs.archive(ctx, productionId));
  },
});
