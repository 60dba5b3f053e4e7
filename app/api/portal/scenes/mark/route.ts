import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { Mark, markedId } from "@/lib/domain/core/mark";
import { readSceneMark } from "@/lib/domain/scenes";

/** A version of a scene's page, which polls it and refreshes when it changes. */
export const GET = portalEndpoint({
  summary: "Read whether a scene has changed",
  query: z.object({ scene: markedId }),
  responses: { 200: Mark },
  handle: (ctx, { query }) => readSceneMark(ctx, query.scene),
});
