import { headers } from "next/headers";
import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { downloadResponse } from "@/app/stored-files";
import { calledFrom } from "@/lib/api/security";
import { sceneProofs } from "@/lib/domain/scenes";
import { NotFound } from "@/lib/platform/errors";

/** Proofs of a scene's history, as its page shows it. */
export const GET = portalEndpoint({
  summary: "Download the proofs of a scene's history",
  params: z.object({ sceneId: z.string() }),
  responses: { 200: z.unknown() },
  handle: async (ctx, { params: { sceneId } }) => {
    if (calledFrom(await headers()) === "other_site") throw new NotFound();
    return downloadResponse(await sceneProofs.archive(ctx, sceneId));
  },
});
