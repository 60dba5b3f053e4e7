import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Forbidden, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { logRefusal } from "@/lib/platform/log";
import { sendMail } from "@/lib/platform/mail/send-mail";
import type { Authenticator, SignInAccount } from "@/prisma/generated/client";
import { lockUser } from "../locks";
import { ensureUser, hasOpenInvitation, nameText } from "./authorize";
import { passkeyAddedMail } from "./mails";
import { endSessionOf, isFresh, SESSION_ROLES, sessionEnds, sessionTokenHash } from "./sessions";

/** The browser that is signing in. */
export type SignInClient = { requestId: string; ip?: string; userAgent?: string; passkeyName?: string };

type NewPasskey = Omit<Authenticator, "name" | "createdAt" | "lastUsedAt" | "transports"> & {
  transports?: string | null;
};
type NewLink = Pick<SignInAccount, "userId" | "type" | "provider" | "providerAccountId">;

/**
 * next-auth's adapter on our tables: people, sessions, links and passkeys. Stores session tokens only as hashes, and
 * creates an account only for an invited mailbox.
 */
export function signInStore(client: SignInClient) {
  const { requestId, ip, userAgent } = client;
  // next-auth makes a store for each request, and spends a link before it starts the session.
  let linkToken: string | undefined;
  const ctxOf = (userId: string): Ctx<PersonActor> => ({ actor: { kind: "person", userId }, requestId, ip, userAgent });

  return {
    getUser: (id: string) => db.user.findUnique({ where: { id }, select: USER }),
    getUserByEmail: (email: string) => db.user.findUnique({ where: { email }, select: USER }),

    async getUserByAccount({ provider, providerAccountId }: { provider: string; providerAccountId: string }) {
      const link = await db.signInAccount.findUnique({
        where: { provider_providerAccountId: { provider, providerAccountId } },
        select: { user: { select: USER } },
      });
      return link?.user ?? null;
    },

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
        // Serializes with appointing or dismissing this person: either that sees this session, or this session sees the
        // new role.
        await lockUser(tx, userId);
        const roles = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: SESSION_ROLES });
        const now = clock.now();
        const { endsAt, endsUnused } = sessionEnds(roles, now);
        await tx.session.create({
          data: {
            id: newId(),
            sessionToken: sessionTokenHash(sessionToken),
            userId,
            expires: endsUnused,
            createdAt: now,
            lastSeenAt: now,
            ip: ip ?? null,
            userAgent: userAgent?.slice(0, 500) ?? null,
            linkToken: linkToken ?? null,
          },
        });
        record(tx, { ctx: ctxOf(userId), action: "session.started", subject: { kind: "user", id: userId } });
        // The cookie outlasts the session, which ends earlier if it isn't used.
        return { sessionToken, userId, expires: endsAt };
      }),

    /** next-auth asks only before it adds a passkey, so a session counts only while it is fresh. */
    async getSessionAndUser(sessionToken: string) {
      const session = await db.session.findUnique({
        where: { sessionToken: sessionTokenHash(sessionToken), expires: { gt: clock.now() } },
        select: { userId: true, createdAt: true, user: { select: { ...USER, ...SESSION_ROLES } } },
      });
      if (!session || !isFresh(session)) return null;
      const { userId, createdAt, user } = session;
      const { id, email, emailVerified, name } = user;
      const expires = sessionEnds(user, createdAt).endsAt;
      return { session: { sessionToken, userId, expires }, user: { id, email, emailVerified, name } };
    },

    /** `findSession` moves the end of a session that is used. */
    updateSession: () => null,

    deleteSession: (sessionToken: string) => endSessionOf({ requestId, ip, userAgent }, sessionToken),

    createVerificationToken: () => null,

    /** Spends a magic link. Of two concurrent presses, one succeeds. */
    async useVerificationToken({ token }: { token: string }) {
      const [spent] = await db.$queryRaw<{ identifier: string; token: string; expires: Date }[]>`
        DELETE FROM verification_tokens WHERE token = ${token} RETURNING identifier, token, expires`;
      if (spent && spent.expires > clock.now()) {
        linkToken = spent.token;
        return spent;
      }
      logRefusal(spent ? "expired sign-in link" : "unknown sign-in link", { subject: spent?.identifier ?? token, ip });
      return null;
    },

    async linkAccount({ userId, type, provider, providerAccountId }: NewLink): Promise<void> {
      await db.signInAccount.create({ data: { userId, type, provider, providerAccountId } });
    },

    async getAccount(providerAccountId: string, provider: string) {
      const link = await db.signInAccount.findUnique({
        where: { provider_providerAccountId: { provider, providerAccountId } },
      });
      // Only passkeys are ever linked. A mailbox needs no link.
      return link && { userId: link.userId, provider, providerAccountId, type: "webauthn" as const };
    },

    async getAuthenticator(credentialID: string) {
      const passkey = await db.authenticator.findUnique({ where: { credentialID } });
      if (!passkey) logRefusal("unknown passkey", { subject: credentialID, ip });
      return passkey;
    },

    listAuthenticatorsByUserId: (userId: string) => db.authenticator.findMany({ where: { userId } }),

    createAuthenticator: (passkey: NewPasskey) =>
      inTransaction(async (tx) => {
        const now = clock.now();
        const name = client.passkeyName ?? "Passkey";
        const { email } = await tx.user.findUniqueOrThrow({ where: { id: passkey.userId }, select: { email: true } });
        const made = await tx.authenticator.create({ data: { ...passkey, name, createdAt: now } });
        const securityUrl = `${env().baseUrl}/account`;
        const props = { name, at: now.toISOString(), ip: ip ?? null, securityUrl };
        await sendMail(tx, { to: email, template: passkeyAddedMail, props });
        record(tx, {
          ctx: ctxOf(passkey.userId),
          action: "passkey.added",
          subject: { kind: "user", id: passkey.userId },
        });
        return made;
      }),

    updateAuthenticatorCounter: (credentialID: string, counter: number) =>
      db.authenticator.update({ where: { credentialID }, data: { counter, lastUsedAt: clock.now() } }),
  };
}

const USER = { id: true, email: true, emailVerified: true, name: true } as const;

/** A passkey as its owner sees it. */
export type PasskeyRow = {
  credentialId: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Synced by a password manager or a platform account, so it outlives the device. */
  synced: boolean;
};

/** A person's passkeys, newest first. */
export async function listPasskeys(ctx: Ctx<PersonActor>): Promise<PasskeyRow[]> {
  const rows = await db.authenticator.findMany({
    where: { userId: ctx.actor.userId },
    orderBy: [{ createdAt: "desc" }, { credentialID: "asc" }],
    select: { credentialID: true, name: true, createdAt: true, lastUsedAt: true, credentialBackedUp: true },
  });
  return rows.map(({ credentialID, name, credentialBackedUp, ...row }) => ({
    ...row,
    credentialId: credentialID,
    name: name ?? "Passkey",
    synced: credentialBackedUp,
  }));
}

const PASSKEY_NAME_MAX = 60;
/** A passkey's name. */
export const PasskeyName = nameText(PASSKEY_NAME_MAX, "Give the passkey a name.");

/** Renames a passkey. Throws `NotFound` if it isn't the person's. */
export async function renamePasskey(
  ctx: Ctx<PersonActor>,
  input: { credentialId: string; name: string },
): Promise<void> {
  const name = PasskeyName.parse(input.name);
  await inTransaction(async (tx) => {
    const { count } = await tx.authenticator.updateMany({
      where: { credentialID: input.credentialId, userId: ctx.actor.userId },
      data: { name },
    });
    if (count === 0) throw new NotFound("This passkey no longer exists.");
    record(tx, { ctx, action: "passkey.renamed", subject: { kind: "user", id: ctx.actor.userId } });
  });
}

/** Removes a passkey. Sessions it started continue. Throws `NotFound`. */
export async function removePasskey(ctx: Ctx<PersonActor>, { credentialId }: { credentialId: string }): Promise<void> {
  const { userId } = ctx.actor;
  await inTransaction(async (tx) => {
    const passkey = await tx.authenticator.findFirst({ where: { credentialID: credentialId, userId } });
    if (!passkey) throw new NotFound("This passkey no longer exists.");
    await tx.authenticator.deleteMany({ where: { credentialID: credentialId, userId } });
    await tx.signInAccount.deleteMany({ where: { userId, providerAccountId: passkey.providerAccountId } });
    record(tx, { ctx, action: "passkey.removed", subject: { kind: "user", id: userId } });
  });
}
