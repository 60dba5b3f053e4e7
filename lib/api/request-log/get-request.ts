import { z } from "zod";
import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { aroundId, summarise } from "./list-requests";
import type { RequestDetail } from "./schemas";

const headers = z.record(z.string(), z.string()).catch({});

/** One logged request of the partner, whole. Throws NotFound, also for another partner's. */
export async function getRequest(ctx: Ctx<PortalUserActor>, requestId: string): Promise<RequestDetail> {
  const { from, to } = aroundId(requestId);
  const row = await db.requestLog.findFirst({
    where: { partnerId: ctx.actor.partnerId, id: requestId, at: { gte: from, lte: to } },
  });
  const [summary] = row ? await summarise([row]) : [];
  if (!row || !summary) throw new NotFound("There is no such request in your log");
  return {
    ...summary,
    route: row.route,
    ip: row.ip,
    userAgent: row.userAgent,
    requestHeaders: headers.parse(row.requestHeaders),
    requestBody: row.requestBody,
    responseHeaders: headers.parse(row.responseHeaders),
    responseBody: row.responseBody,
  };
}
