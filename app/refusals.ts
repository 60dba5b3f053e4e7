import { actorId, type Ctx } from "@/lib/domain/core/context";
import { AppError } from "@/lib/platform/errors";
import { logRefusal } from "@/lib/platform/log";

/** Logs an error that denied `what` to a signed-in person. Ignores others, such as invalid fields. */
export function noteRefusal(what: string, ctx: Ctx, error: unknown): void {
  if (error instanceof AppError && error.status === 403)
    logRefusal(what, { subject: actorId(ctx.actor), ip: ctx.ip, status: error.status });
}
