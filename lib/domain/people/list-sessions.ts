import type { Ctx, PersonActor } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";

/** A signed-in browser of a person. */
export type SessionRow = {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  expires: Date;
  ip: string | null;
  userAgent: string | null;
};

/** Where a person is signed in, the last seen first. */
export async function listSessions(ctx: Ctx<PersonActor>): Promise<SessionRow[]> {
  return db.session.findMany({
    where: { userId: ctx.actor.userId, expires: { gt: clock.now() } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
    select: { id: true, createdAt: true, lastSeenAt: true, expires: true, ip: true, userAgent: true },
  });
}
