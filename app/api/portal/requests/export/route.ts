import { z } from "zod";
import { csvResponse, portalEndpoint } from "@/app/api/portal/endpoint";
import { REQUEST_NAMES, readRequestAddress } from "@/components/api/requests/request-address";
import { rangeQuery } from "@/components/lists/list-address";
import { exportRequests } from "@/lib/api/request-log/list-requests";
import { RequestFilters } from "@/lib/api/request-log/schemas";
import { clock } from "@/lib/platform/clock";

/** The filtered request log as a CSV file. */
export const GET = portalEndpoint({
  summary: "Export logged requests",
  to: "manage_integration",
  // The page's filters at the time of the click.
  query: z
    .object(Object.fromEntries(REQUEST_NAMES.map((name) => [name, z.string().optional()])))
    .transform((sent) => Object.fromEntries(rangeQuery(readRequestAddress(sent), clock.now().getTime())))
    .pipe(RequestFilters),
  responses: { 200: z.unknown() },
  handle: (ctx, { query }) =>
    csvResponse(`requests-${clock.now().toISOString().slice(0, 10)}`, exportRequests(ctx, query)),
});
