import type { Role } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { hashToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";

/** A person's place in a partner's team. */
export type Membership = {
  partnerId: string;
  partnerName: string;
  partnerActive: boolean;
  role: Role;
};

/** Who is behind a session cookie. */
export type SignedIn = {
  sessionId: string;
  user: { id: string; email: string; name: string | null; isCustodian: boolean };
  /** The oldest first. */
  memberships: Membership[];
};

const SEEN_EVERY_MS = MINUTE_MS;

/** The form in which session tokens are stored: text, in a column that next-auth names. */
export const sessionTokenHash = (token: string): string => hashToken(token).toString("hex");

/**
 * Who the bearer of a session token is; null when the session ended, expired or never was. Asks the database each time,
 * so a session that was ended and a role that was taken away count for nothing at once.
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
  const { id, email, name, staffRole, memberships } = session.user;
  return {
    sessionId: session.id,
    user: { id, email, name, isCustodian: staffRole === "custodian" },
    memberships: memberships.map(({ role, partner }) => ({
      partnerId: partner.id,
      partnerName: partner.name,
      partnerActive: partner.status === "active",
      role,
    })),
  };
}
