import { portalEndpoint } from "@/app/api/portal/endpoint";
import { readSceneMark } from "@/lib/domain/scenes";
import { SceneMark, SceneMarkQuery } from "@/lib/domain/scenes/portal/schemas";

/** A version of a scene's page, which polls it and refreshes when it changes. */
export const GET = portalEndpoint({
  summary: "Read whether a scene has changed",
  query: SceneMarkQuery,
  responses: { 200: SceneMark },
  handle: (ctx, { query }) => readSceneMark(ctx, query.scene),
});
