import { z } from "zod";
import { csvResponse, portalEndpoint } from "@/app/api/portal/endpoint";
import { may } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { Forbidden, NotFound } from "@/lib/platform/errors";
import { AnyFilters, findExported, NEEDED } from "./exported";

/** A list, filtered as its page, as a CSV file. */
export const GET = portalEndpoint({
  summary: "Export a list",
  params: z.object({ list: z.string() }),
  query: AnyFilters,
  responses: { 200: z.unknown() },
  handle: async (ctx, { params, query }) => {
    const list = findExported(params.list);
    if (!list) throw new NotFound();
    if (!may(ctx.actor.role, NEEDED[params.list] ?? "read_records"))
      throw new Forbidden("Your role in the team doesn't allow this");
    const day = clock.now().toISOString().slice(0, 10);
    return csvResponse(`${list.csv.file}-${day}`, await list.export(ctx, list.Filters.parse(query)));
  },
});
