import { z } from "zod";
import { currentActor } from "@/app/current-actor";
import { portalEndpointWith } from "@/lib/api/portal-endpoint";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import type { Page } from "@/lib/domain/core/lists";
import { type Capability, may } from "@/lib/domain/parties/people";

/** A data route of the portal, for people signed in to a partner's team. */
export const portalEndpoint = portalEndpointWith({ currentActor, may, usual: "read_records" as Capability });

/** A data route with the pages of a list. */
export const listRoute = <Values extends object, P extends Page<unknown>>(
  list: {
    Query: z.ZodType<Values>;
    read: (ctx: Ctx<PortalUserActor>, query: Values) => Promise<P>;
  },
  to?: Capability,
) =>
  portalEndpoint({
    summary: "List",
    ...(to && { to }),
    query: list.Query,
    responses: { 200: z.custom<P>() },
    handle: (ctx, { query }) => list.read(ctx, query as Values),
  });

/** A CSV download with this file name. */
export const csvResponse = (name: string, stream: ReadableStream<Uint8Array>): Response =>
  new Response(stream, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    },
  });
