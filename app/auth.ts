import * as simpleWebAuthn from "@simplewebauthn/server";
import NextAuth, { type NextAuthConfig } from "next-auth";
import Passkey from "next-auth/providers/passkey";
import { verifyAuthenticationResponse } from "webauthn-verifier";
import { isoBase64URL } from "webauthn-verifier/helpers";
import { maySignIn, type SignInClient, safePath, signInStore, spendChallenge } from "@/lib/domain/parties/people";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { randomToken } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { log, logRefusal } from "@/lib/platform/log";
import { browserOf, isSecure, sessionCookie } from "./current-actor";

/** The default page after signing in. It redirects people by role. */
export const LANDING = "/sign-in/landing";

/**
 * Sign-in by magic link or passkey. next-auth authenticates; accounts, sessions and storage are ours (lib/domain/parties/people).
 * Reached only through app/api/auth.
 */
export const { handlers } = NextAuth((request) => {
  const client = browserOf(request?.headers ?? new Headers());
  const passkeyName = request?.nextUrl.searchParams.get("name") ?? undefined;
  return configFor({ ...client, passkeyName });
});

function configFor(client: SignInClient): NextAuthConfig {
  const { baseUrl, authSecret } = env();
  return {
    basePath: "/api/auth",
    secret: authSecret.reveal(),
    // The route rewrites each request to BASE_URL first, so next-auth never sees the Host header.
    trustHost: true,
    useSecureCookies: isSecure(),
    cookies: { sessionToken: { name: sessionCookie(), options: { ...COOKIE, secure: isSecure() } } },
    adapter: signInStore(client),
    session: { strategy: "database", generateSessionToken: () => randomToken() },
    experimental: { enableWebAuthn: true },
    providers: [mailedLink, passkey(baseUrl, client.ip)],
    pages: { signIn: "/sign-in", error: "/sign-in" },
    callbacks: {
      signIn: async ({ user, account }) => {
        const may = account?.type !== "email" || (await maySignIn(user.email ?? ""));
        if (!may) logRefusal("sign-in without an account", { subject: user.email ?? null, ip: client.ip });
        return may;
      },
      redirect: ({ url }) => {
        const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
        return baseUrl + (safePath(path) ?? LANDING);
      },
    },
    // Only the kind, because causes quote tokens, addresses and credential ids.
    logger: {
      // `type`, because a build shortens the names of classes.
      error: (error) => log.warn({ kind: "type" in error ? error.type : error.name }, "sign-in refused"),
      warn: () => {},
      debug: () => {},
    },
  };
}

const COOKIE = { httpOnly: true, sameSite: "lax", path: "/" } as const;

/** Accepts the links that lib/domain/parties/people mails. next-auth never sends one. */
const mailedLink: NextAuthConfig["providers"][number] = {
  id: "email",
  type: "email",
  name: "Email",
  sendVerificationRequest: () => {
    throw new Error("Links are mailed by the sign-in page.");
  },
};

const passkey = (baseUrl: string, ip: string | undefined) =>
  Passkey({
    relayingParty: { id: new URL(baseUrl).hostname, name: SERVICE_NAME, origin: baseUrl },
    // By default, anyone could list the passkeys of an address, and register an address they don't own.
    getUserInfo: async () => null,
    simpleWebAuthn: {
      ...simpleWebAuthn,
      verifyAuthenticationResponse: once(verifySignIn, ip),
      verifyRegistrationResponse: once(simpleWebAuthn.verifyRegistrationResponse, ip),
    },
  });

type VerifySignIn = typeof simpleWebAuthn.verifyAuthenticationResponse;

/** next-auth needs version 9, which refuses one in 150 valid signatures: those with a number that starts with a zero byte. */
const verifySignIn: VerifySignIn = async ({ authenticator, response, ...expected }) => {
  const { credentialID, credentialPublicKey, counter } = authenticator;
  const id = isoBase64URL.fromBuffer(credentialID);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expected,
    response,
    authenticator: { credentialID: id, credentialPublicKey, counter },
  });
  return { verified, authenticationInfo: { ...authenticationInfo, credentialID } };
};

type Answered = { expectedChallenge: unknown; response: { id: string } };

/** Verifies a response and spends its challenge. Failed responses spend none, so strangers can't fill the table. */
function once<Options extends Answered, Answer extends { verified: boolean }>(
  verify: (options: Options) => Promise<Answer>,
  ip: string | undefined,
): (options: Options) => Promise<Answer> {
  return async (options) => {
    const refuse = (what: string) => logRefusal(what, { subject: options.response.id, ip });
    const found = await verify(options).catch((error) => {
      refuse("wrong passkey answer");
      throw error;
    });
    if (!found.verified) refuse("wrong passkey answer");
    if (found.verified && !(await spendChallenge(String(options.expectedChallenge)))) {
      refuse("repeated passkey answer");
      throw new Error("This answer was sent before.");
    }
    return found;
  };
}
