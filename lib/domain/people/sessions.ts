import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
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
    if (!(await end(tx, ctx, sessionId))) throw new NotFound("This session has ended already.");
  });
}

/** Ends the session of a token, if it lives: when somebody signs out, or signs in anew in the same browser. */
export async function endSessionOf(client: Omit<Ctx, "actor">, token: string): Promise<void> {
  await inTransaction(async (tx) => {
    const where = { sessionToken: sessionTokenHash(token) };
    const session = await tx.session.findUnique({ where, select: { id: true, userId: true } });
    if (session) await end(tx, { ...client, actor: { kind: "person", userId: session.userId } }, session.id);
  });
}

/** False when the person has no such session that lives; one that outlived its time ended by itself. */
async function end(tx: Tx, ctx: Ctx<PersonActor>, id: string): Promise<boolean> {
  const { userId } = ctx.actor;
  const { count } = await tx.session.deleteMany({ where: { id, userId, expires: { gt: clock.now() } } });
  if (count > 0) record(tx, { ctx, action: "session.ended", subject: { kind: "user", id: userId } });
  return count > 0;
}

/** Ends all of the person's sessions but one. */
export async function endOtherSessions(ctx: Ctx<PersonActor>, { keep }: { keep: string }): Promise<{ ended: number }> {
  return inTransaction(async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { userId: ctx.actor.userId, id: { not: keep } } });
    if (count > 0) {
      const subject = { kind: "user" as const, id: ctx.actor.userId };
      record(tx, { ctx, action: "session.others_ended", subject, detail: { ended: count } });
    }
    return { ended: count };
  });
}
