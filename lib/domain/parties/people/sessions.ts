import type { Ctx, PersonActor, Role, StaffActor, SystemActor } from "@/lib/domain/core/context";
import { type LedgerLine, record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { hashToken, randomToken } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { Forbidden, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { lockUser } from "../locks";

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
  /** When the person last proved who they are in this session: by a second factor, or by signing in. */
  provenAt: Date;
  user: {
    id: string;
    email: string;
    name: string | null;
    isCustodian: boolean;
    /** For a custodian: whether pictures of people open blurred. */
    blursPictures: boolean;
  };
  /** Oldest first. */
  memberships: Membership[];
  /** Set if the person is a producer. */
  producer: { id: string; name: string } | null;
};

/** What a person can prove a second factor with. */
export type Factors = { app: boolean; passkey: boolean };

/**
 * A session that may be half. `asks`: what it needs before it opens anything. `factor`: only a mailed link started it, and the person
 * has a second factor. `setup`: they need one and have none.
 */
export type AnySession = SignedIn & {
  asks: "factor" | "setup" | null;
  factors: Factors;
  /** Whether a mailed link alone signs them in. */
  byMail: boolean;
};

const SEEN_EVERY_MS = MINUTE_MS;

/** How session tokens are stored: as text, in next-auth's column. */
export const sessionTokenHash = (token: string): string => hashToken(token).toString("hex");

type Roles = { staffRole: string | null; producer: unknown; memberships: readonly unknown[] };

/** How long a session lasts, and how long without use. */
const LIFE = {
  // They see identity documents.
  custodian: { ms: 12 * HOUR_MS, unusedMs: 30 * MINUTE_MS },
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

/** Who signs in, in which browser. `provesFactor`: by a passkey, which counts alone. */
type NewSession = { userId: string; token?: string; provesFactor?: boolean };

/** Starts a person's session. Its cookie outlasts it, because it ends earlier if it isn't used. */
export async function startSession(
  tx: Tx,
  client: Omit<Ctx, "actor">,
  { userId, token = randomToken(), provesFactor = false }: NewSession,
): Promise<{ token: string; endsAt: Date }> {
  // Serializes with appointing or dismissing this person: either that sees this session, or this session sees the
  // new role.
  await lockUser(tx, userId);
  const roles = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: SESSION_ROLES });
  const now = clock.now();
  const { endsAt, endsUnused } = sessionEnds(roles, now);
  await tx.session.create({
    data: {
      id: newId(),
      sessionToken: sessionTokenHash(token),
      userId,
      expires: endsUnused,
      createdAt: now,
      lastSeenAt: now,
      ip: client.ip ?? null,
      userAgent: client.userAgent?.slice(0, 500) ?? null,
      factorAt: provesFactor ? now : null,
    },
  });
  const ctx = { ...client, actor: { kind: "person" as const, userId } };
  await recordSignIn(tx, ctx, { userId, action: "session.started", detail: { by: provesFactor ? "passkey" : "mail" } });
  return { token, endsAt };
}

/**
 * Records how a person signs in, for whom it concerns: in the part of the ledger of each team that they belong to, as a custodian's
 * act, or otherwise as the person's own. So each audit log keeps what was done in its time, also of people who left.
 */
export async function recordSignIn(
  tx: Tx,
  ctx: Ctx<PersonActor | SystemActor>,
  { userId, ...line }: { userId: string } & Pick<LedgerLine, "action" | "reason" | "detail">,
): Promise<void> {
  const { memberships, staffRole } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { staffRole: true, memberships: { orderBy: { id: "asc" }, select: { partnerId: true, role: true } } },
  });
  const isOwn = ctx.actor.kind === "person";
  const as: Pick<LedgerLine, "ctx" | "partnerId">[] = memberships.map(({ partnerId, role }) => ({
    ctx: isOwn ? { ...ctx, actor: { kind: "portal_user", partnerId, userId, role } } : ctx,
    partnerId,
  }));
  if (isOwn && staffRole) as.push({ ctx: { ...ctx, actor: { kind: "staff", userId } } });
  if (as.length === 0) as.push({ ctx });
  for (const who of as) record(tx, { ...line, ...who, subject: { kind: "user", id: userId } });
}

/**
 * The person a session token belongs to. Null if the session ended, expired, is unknown, or needs a second factor first. Every page
 * and route finds its actor here. Reads the database each time, so that an ended session or a removed role takes effect at once.
 */
export async function findSession(token: string): Promise<SignedIn | null> {
  const session = await findAnySession(token);
  return session?.asks === null ? session : null;
}

/** `findSession`, and half sessions too: only for the pages that ask for a second factor, and for signing out. */
export async function findAnySession(token: string): Promise<AnySession | null> {
  const now = clock.now();
  const session = await db.session.findUnique({
    where: { sessionToken: sessionTokenHash(token), expires: { gt: now } },
    select: {
      id: true,
      createdAt: true,
      lastSeenAt: true,
      expires: true,
      factorAt: true,
      user: {
        select: {
          id: true,
          email: true,
          name: true,
          staffRole: true,
          blursPictures: true,
          producer: { select: { id: true, name: true } },
          memberships: {
            orderBy: { id: "asc" },
            select: {
              role: true,
              partner: { select: { id: true, name: true, status: true, secondFactorRequired: true } },
            },
          },
        },
      },
    },
  });
  if (!session) return null;
  if (now.getTime() - session.lastSeenAt.getTime() >= SEEN_EVERY_MS) {
    const { endsUnused } = sessionEnds(session.user, session.createdAt);
    // Not if it was shortened meanwhile: these are the limits of the role before.
    const unchanged = { id: session.id, expires: session.expires };
    await db.session.updateMany({ where: unchanged, data: { lastSeenAt: now, expires: endsUnused } });
  }
  const { id, email, name, staffRole, blursPictures, memberships, producer } = session.user;
  const factors = await factorsOf(db, id);
  return {
    sessionId: session.id,
    provenAt: session.factorAt ?? session.createdAt,
    asks: asksFor(session, factors),
    factors,
    byMail: asksFor({ ...session, factorAt: null }, factors) !== "factor",
    user: { id, email, name, isCustodian: staffRole === "custodian", blursPictures },
    memberships: memberships.map(({ role, partner }) => ({
      partnerId: partner.id,
      partnerName: partner.name,
      partnerActive: partner.status === "active",
      role,
    })),
    producer,
  };
}

/** What a person could prove a second factor with. An app counts once a code of it was entered. */
export async function factorsOf(tx: Pick<Tx, "$queryRaw">, userId: string): Promise<Factors> {
  const [row] = await tx.$queryRaw<Factors[]>`
    SELECT EXISTS (SELECT FROM totp_secrets WHERE user_id = ${userId} AND confirmed_at IS NOT NULL) AS app,
      EXISTS (SELECT FROM authenticators WHERE user_id = ${userId}) AS passkey`;
  return row ?? { app: false, passkey: false };
}

type Asked = {
  factorAt: Date | null;
  user: {
    staffRole: string | null;
    memberships: readonly { role: Role; partner: { secondFactorRequired: boolean } }[];
  };
};

// A passkey of a creator is a convenience: their mailbox still signs them in, so that a lost phone doesn't lock them out. An app
// has no other use than this one.
function asksFor({ factorAt, user: { staffRole, memberships } }: Asked, factors: Factors): AnySession["asks"] {
  const isStaff = staffRole !== null;
  const isRequired =
    (isStaff && env().staffSecondFactor) || memberships.some(({ partner }) => partner.secondFactorRequired);
  if (!factors.app && !factors.passkey) return isRequired ? "setup" : null;
  if (factorAt) return null;
  const isTrusted = isStaff || memberships.some(({ role }) => role === "owner" || role === "admin");
  return factors.app || isRequired || isTrusted ? "factor" : null;
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
  if (count > 0) await recordSignIn(tx, ctx, { userId, action: "session.ended" });
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
export const endOtherSessions = (ctx: Ctx<PersonActor>, { keep }: { keep: string }): Promise<{ ended: number }> =>
  inTransaction(async (tx) => ({ ended: await endOthers(tx, ctx, keep) }));

/** `endOtherSessions` in a transaction. */
export async function endOthers(tx: Tx, ctx: Ctx<PersonActor>, keep: string): Promise<number> {
  const { userId } = ctx.actor;
  const { count } = await tx.session.deleteMany({ where: { userId, id: { not: keep } } });
  if (count > 0) await recordSignIn(tx, ctx, { userId, action: "session.others_ended", detail: { ended: count } });
  return count;
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

const FRESH_MS = 15 * MINUTE_MS;

/**
 * Whether a person proved recently enough who they are to change their second factors, or to open ID material. Otherwise, whoever
 * finds an open browser could do it.
 */
export const isFresh = ({ provenAt }: { provenAt?: Date }): boolean =>
  provenAt !== undefined && clock.now().getTime() - provenAt.getTime() < FRESH_MS;

/** Throws `Forbidden` `prove_again` unless a custodian's session is fresh. Whatever opens ID material asks, in any form. */
export function assertFresh({ actor }: Ctx<StaffActor>): void {
  if (!isFresh(actor)) throw new Forbidden("Confirm it’s you before you open this.", "prove_again");
}
