import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { Ctx, PersonActor } from "../context";
import { record } from "../ledger";
import { sessionTokenHash } from "./find-session";

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

/** Ends one of the person's sessions: the next request with it is refused. Throws `NotFound` when it is not theirs. */
export async function endSession(ctx: Ctx<PersonActor>, { sessionId }: { sessionId: string }): Promise<void> {
  await inTransaction(async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { id: sessionId, userId: ctx.actor.userId } });
    if (count === 0) throw new NotFound("This session has ended already.");
    record(tx, { ctx, action: "session.ended", subject: { kind: "user", id: ctx.actor.userId } });
  });
}

/** Ends all of the person's sessions but one. */
export async function endOtherSessions(ctx: Ctx<PersonActor>, { keep }: { keep: string }): Promise<{ ended: number }> {
  return inTransaction(async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { userId: ctx.actor.userId, id: { not: keep } } });
    if (count > 0) {
      const subject = { kind: "user", id: ctx.actor.userId };
      record(tx, { ctx, action: "session.others_ended", subject, detail: { ended: count } });
    }
    return { ended: count };
  });
}

/** Ends the session of a token, when somebody signs out or signs in anew in the same browser. */
export async function endSessionOf(token: string): Promise<void> {
  await db.session.deleteMany({ where: { sessionToken: sessionTokenHash(token) } });
}
