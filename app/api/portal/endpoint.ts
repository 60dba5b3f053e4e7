import { currentActor } from "@/app/current-actor";
import { portalEndpointWith } from "@/lib/api/portal-endpoint";
import { may } from "@/lib/domain/parties/people";

/** A data route of the portal, for people signed in to a partner's team. */
export const portalEndpoint = portalEndpointWith({ currentActor, may });

/** A CSV download with this file name. */
export const csvResponse = (name: string, stream: ReadableStream<Uint8Array>): Response =>
  new Response(stream, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    },
  });
