import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { Forbidden } from "@/lib/platform/errors";
import { logRefusal } from "@/lib/platform/log";
import { ensureUser, hasOpenInvitation } from "./authorize";
import { endSessionOf, startSession } from "./sessions";

/** The browser that is signing in. */
export type SignInClient = Omit<Ctx, "actor">;

/**
 * next-auth's adapter on our tables: people, sessions and mailed links. Stores session tokens only as hashes, and
 * creates an account only for an invited mailbox.
 */
export function signInStore(client: SignInClient) {
  const { ip } = client;
  const ctxOf = (userId: string): Ctx<PersonActor> => ({ ...client, actor: { kind: "person", userId } });

  return {
    getUser: (id: string) => db.user.findUnique({ where: { id }, select: USER }),
    getUserByEmail: (email: string) => db.user.findUnique({ where: { email }, select: USER }),
    /** Nothing is linked: a mailbox needs no link. */
    getUserByAccount: () => null,

    /** Throws `Forbidden` unless the mailbox has an open invitation. */
    createUser: ({ email }: { email: string }) =>
      inTransaction(async (tx) => {
        if (!(await hasOpenInvitation(tx, email))) throw new Forbidden("There is no account for this address.");
        const { id } = await ensureUser(tx, email);
        record(tx, { ctx: ctxOf(id), action: "user.created", subject: { kind: "user", id } });
        return tx.user.update({ where: { id }, data: { emailVerified: clock.now() }, select: USER });
      }),

    /** next-auth calls this only to mark the mailbox as proven. */
    updateUser: ({ id }: { id: string }) =>
      db.user.update({ where: { id }, data: { emailVerified: clock.now() }, select: USER }),

    createSession: ({ sessionToken, userId }: { sessionToken: string; userId: string }) =>
      inTransaction(async (tx) => {
        const { endsAt } = await startSession(tx, client, { userId, token: sessionToken });
        return { sessionToken, userId, expires: endsAt };
      }),

    /** next-auth asks only for pages of its own, which nobody reaches. */
    getSessionAndUser: () => null,

    /** `findSession` moves the end of a session that is used. */
    updateSession: () => null,

    deleteSession: (sessionToken: string) => endSessionOf(client, sessionToken),

    createVerificationToken: () => null,

    /** Spends a magic link. Of two concurrent presses, one succeeds. */
    async useVerificationToken({ token }: { token: string }) {
      const [spent] = await db.$queryRaw<{ identifier: string; token: string; expires: Date }[]>`
        DELETE FROM verification_tokens WHERE token = ${token} RETURNING identifier, token, expires`;
      if (spent && spent.expires > clock.now()) return spent;
      logRefusal(spent ? "expired sign-in link" : "unknown sign-in link", { subject: spent?.identifier ?? token, ip });
      return null;
    },
  };
}

const USER = { id: true, email: true, emailVerified: true, name: true } as const;
