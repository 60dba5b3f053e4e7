import { portalEndpoint } from "@/app/api/portal/endpoint";
import { listKeys, PortalKeys, presentKey } from "@/lib/domain/parties/keys";

/** The partner's keys, for pages that watch their last use. */
export const GET = portalEndpoint({
  summary: "List API keys",
  responses: { 200: PortalKeys },
  handle: async (ctx) => ({ keys: (await listKeys(ctx)).map(presentKey) }),
});
