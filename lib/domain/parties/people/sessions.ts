import type { Ctx, PersonActor, Role } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
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
  /** Whether the person signed in recently enough to add a passkey. */
  isFresh: boolean;
  user: { id: string; email: string; name: string | null; isCustodian: boolean };
  /** Oldest first. */
  memberships: Membership[];
  /** Set if the person is a producer. */
  producer: { id: string; name: string } | null;
};

const SEEN_EVERY_MS = MINUTE_MS;

/** How session tokens are stored: as text, in next-auth's column. */
export const sessionTokenHash = (token: string): string => hashToken(token).toString("hex");

type Roles = { staffRole: string | null; producer: unknown; memberships: readonly unknown[] };

/** How long a session lasts, and how long without use. */
const LIFE = {
  // They see identity documents.
  custodian: { ms: 12 * HOUR_MS, unusedMs: HOUR_MS },
  // Partners' teams and producers see other people's records.
  team: { ms: 30 * DAY_MS, unusedMs: DAY_MS },
  person: { ms: 30 * DAY_MS, unusedMs: 7 * DAY_MS },
};

/** When a session that started at `createdAt` ends at the latest, and when it ends if it isn't used from now on. */
export function sessionEnds(roles: Roles, createdAt: Date): { endsAt: Date; endsUnused: Date } {
  const isTeam = roles.producer !== null || roles.memberships.length > 0;
  const { ms, unusedMs } = LIFE[roles.staffRole ? "custodian" : isTeam ? "team" : "person"];
  const endsAt = new Date(createdAt.getTime() + ms);
  return { endsAt, endsUnused: new Date(Math.min(endsAt.getTime(), clock.now().getTime() + unusedMs)) };
}

/** What `sessionEnds` needs of a user. */
export const SESSION_ROLES = {
  staffRole: true,
  producer: { select: { id: true } },
  memberships: { select: { id: true }, take: 1 },
} as const;

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
      createdAt: true,
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
    const { endsUnused } = sessionEnds(session.user, session.createdAt);
    await db.session.updateMany({ where: { id: session.id }, data: { lastSeenAt: now, expires: endsUnused } });
  }
  const { id, email, name, staffRole, memberships, producer } = session.user;
  return {
    sessionId: session.id,
    isFresh: isFresh(session),
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
  /** Use moves it. */
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

/** Applies the limits of a person's new role to their sessions. Those that were idle for longer end. */
export async function shortenSessions(
  tx: Tx,
  userId: string,
  role: Exclude<keyof typeof LIFE, "person">,
): Promise<void> {
  const { ms, unusedMs } = LIFE[role];
  await tx.$executeRaw`
    UPDATE sessions SET expires = least(expires, created_at + ${ms} * interval '1 ms', last_seen_at + ${unusedMs} * interval '1 ms')
    WHERE user_id = ${userId}`;
}

/** How recently a person signed in to add a passkey. */
const FRESH_MS = 15 * MINUTE_MS;

/** Whether a session is recent enough to add a passkey. Otherwise, whoever finds an open browser could keep the account. */
export const isFresh = (session: { createdAt: Date }): boolean =>
  clock.now().getTime() - session.createdAt.getTime() < FRESH_MS;
