import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { EXAMPLE_IDS } from "@/lib/api/reference/example-ids";
import { rosterList } from "@/lib/domain/accounts/roster";
import { productionList } from "@/lib/domain/productions";
import { contentList } from "@/lib/domain/records/content";
import { sceneList } from "@/lib/domain/scenes";
import { sessionList } from "@/lib/domain/scenes/upload-sessions";

/** The partner's newest records, for the documentation's examples: their ids by the example's id. Those it has none of are missing. */
export const GET = portalEndpoint({
  summary: "Own ids for examples",
  responses: { 200: z.object({ ids: z.record(z.string(), z.string()) }) },
  handle: async (ctx) => {
    const newest = { limit: 1 };
    const found = {
      account: (await rosterList.read(ctx, newest)).rows[0],
      depiction: (await contentList.read(ctx, newest)).rows[0],
      scene: (await sceneList.read(ctx, newest)).rows[0],
      production: (await productionList.read(ctx, newest)).rows[0],
      session: (await sessionList.read(ctx, newest)).rows[0],
    };
    const names = Object.keys(EXAMPLE_IDS) as (keyof typeof EXAMPLE_IDS)[];
    const pairs = names.flatMap((name) => (found[name] ? [[EXAMPLE_IDS[name], found[name].id] as const] : []));
    return { ids: Object.fromEntries(pairs) };
  },
});
