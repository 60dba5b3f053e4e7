import { headers } from "next/headers";
import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { downloadResponse } from "@/app/stored-files";
import { calledFrom } from "@/lib/api/security";
import { exportPartnerTimes } from "@/lib/domain/removals";
import { NotFound } from "@/lib/platform/errors";

/** The partner's times to take down, month by month, as CSV. Each download is recorded in the ledger. */
export const GET = portalEndpoint({
  summary: "Export the times to take down",
  responses: { 200: z.unknown() },
  handle: async (ctx) => {
    if (calledFrom(await headers()) === "other_site") throw new NotFound();
    return downloadResponse(await exportPartnerTimes(ctx));
  },
});
