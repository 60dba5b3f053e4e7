import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { getChange } from "@/lib/domain/accounts/roster";
import { ChangeDetail } from "@/lib/domain/accounts/roster/schemas";

/** The progress of a bulk change, for the page that polls it. */
export const GET = portalEndpoint({
  summary: "Read a change of the roster",
  to: "manage_records",
  query: z.object({ changeId: z.string() }),
  responses: { 200: ChangeDetail },
  handle: (ctx, { query: { changeId } }) => getChange(ctx, changeId),
});
