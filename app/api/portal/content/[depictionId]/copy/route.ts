import { headers } from "next/headers";
import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { copyGrant, copyResponse } from "@/app/stored-files";
import { calledFrom } from "@/lib/api/security";
import { readCopy } from "@/lib/domain/records/content";
import { Forbidden } from "@/lib/platform/errors";

/** A depiction's stored copy, or a part of it, for a person who opened it on the record's page. */
export const GET = portalEndpoint({
  summary: "Read a stored copy",
  to: "manage_records",
  params: z.object({ depictionId: z.string() }),
  responses: { 200: z.unknown() },
  handle: async (ctx, { params: { depictionId } }) => {
    const sent = await headers();
    if (calledFrom(sent) === "other_site") throw new Forbidden("The request came from another site");
    return copyResponse(await readCopy(ctx, { depictionId, grant: await copyGrant(), range: sent.get("range") }));
  },
});
