import type { Ctx, PersonActor, Role } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { hashToken } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { NotFound } from "@/lib/platform/errors";

/** A person's role in a partner's team. */
export type Membership = {
  partnerId: string;
  partnerName: string;
  partnerActive: boolean;
  role: Role;
};

/** The person behind a session cookie. */
export type SignedIn = {
  sessionId: string;
  user: { id: string; email: string; name: string | null; isCustodian: boolean };
  /** Oldest first. */
  memberships: Membership[];
  /** Set if the person is a producer. */
  producer: { id: string; name: string } | null;
};

const SEEN_EVERY_MS = MINUTE_MS;

/** How session tokens are stored: as text, in next-auth's column. */
export const sessionTokenHash = (token: string): string => hashToken(token).toString("hex");

/**
 * The person a session token belongs to. Null if the session ended, expired or is unknown. Reads the database each
 * time, so that an ended session or a removed role takes effect at once.
 */
export async function findSession(token: string): Promise<SignedIn | null> {
  const now = clock.now();
  const session = await db.session.findUnique({
    where: { sessionToken: sessionTokenHash(token), expires: { gt: now } },
    select: {
      id: true,
      lastSeenAt: true,
      user: {
        select: {
          id: true,
          email: true,
          name: true,
          staffRole: true,
          producer: { select: { id: true, name: true } },
          memberships: {
            orderBy: { id: "asc" },
            select: { role: true, partner: { select: { id: true, name: true, status: true } } },
          },
        },
      },
    },
  });
  if (!session) return null;
  if (now.getTime() - session.lastSeenAt.getTime() >= SEEN_EVERY_MS) {
    await db.session.updateMany({ where: { id: session.id }, data: { lastSeenAt: now } });
  }
  const { id, email, name, staffRole, memberships, producer } = session.user;
  return {
    sessionId: session.id,
    user: { id, email, name, isCustodian: staffRole === "custodian" },
    memberships: memberships.map(({ role, partner }) => ({
      partnerId: partner.id,
      partnerName: partner.name,
      partnerActive: partner.status === "active",
      role,
    })),
    producer,
  };
}

/** A signed-in browser of a person. */
export type SessionRow = {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  expires: Date;
  ip: string | null;
  userAgent: string | null;
};

/** A person's sessions, last seen first. */
export async function listSessions(ctx: Ctx<PersonActor>): Promise<SessionRow[]> {
  return db.session.findMany({
    where: { userId: ctx.actor.userId, expires: { gt: clock.now() } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
    select: { id: true, createdAt: true, lastSeenAt: true, expires: true, ip: true, userAgent: true },
  });
}

/** Ends one of the person's sessions: its next request is refused. Throws `NotFound` if it isn't theirs. */
export async function endSession(ctx: Ctx<PersonActor>, { sessionId }: { sessionId: string }): Promise<void> {
  await inTransaction(async (tx) => {
    if (!(await endCurrent(tx, ctx, sessionId))) throw new NotFound("This session has already ended.");
  });
}

/** `endSession` in a transaction. False for an unknown or expired session. */
async function endCurrent(tx: Tx, ctx: Ctx<PersonActor>, id: string): Promise<boolean> {
  const { userId } = ctx.actor;
  const { count } = await tx.session.deleteMany({ where: { id, userId, expires: { gt: clock.now() } } });
  if (count > 0) record(tx, { ctx, action: "session.ended", subject: { kind: "user", id: userId } });
  return count > 0;
}

/** Ends a token's session, when a person signs out or signs in again in the same browser. */
export async function endSessionOf(client: Omit<Ctx, "actor">, token: string): Promise<void> {
  await inTransaction(async (tx) => {
    const where = { sessionToken: sessionTokenHash(token) };
    const session = await tx.session.findUnique({ where, select: { id: true, userId: true } });
    if (session) await endCurrent(tx, { ...client, actor: { kind: "person", userId: session.userId } }, session.id);
  });
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

/** How long a session lasts. Use does not extend it. */
export const SESSION_MS = 30 * DAY_MS;
/** Custodians see identity documents, so theirs lasts a working day. */
export const CUSTODIAN_SESSION_MS = 12 * HOUR_MS;
