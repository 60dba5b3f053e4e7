import { headers } from "next/headers";
import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { downloadResponse } from "@/app/stored-files";
import { calledFrom } from "@/lib/api/security";
import { openAttestationCopy } from "@/lib/domain/scenes/upload-sessions";
import { NotFound } from "@/lib/platform/errors";

/** The signed copy of a creator's attestation. Each download is recorded in the ledger. */
export const GET = portalEndpoint({
  summary: "Download the copy of an attestation",
  to: "manage_records",
  params: z.object({ sessionId: z.string() }),
  responses: { 200: z.unknown() },
  handle: async (ctx, { params: { sessionId } }) => {
    if (calledFrom(await headers()) === "other_site") throw new NotFound();
    return downloadResponse(await openAttestationCopy(ctx, sessionId));
  },
});
