import NextAuth, { type NextAuthConfig } from "next-auth";
import { maySignIn, type SignInClient, safePath, signInStore } from "@/lib/domain/parties/people";
import { randomToken } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { log, logRefusal } from "@/lib/platform/log";
import { browserOf, isSecure, sessionCookie } from "./current-actor";

/** The default page after signing in. It redirects people by role. */
export const LANDING = "/sign-in/landing";

/**
 * Sign-in by magic link. next-auth authenticates; accounts, sessions and storage are ours (lib/domain/parties/people).
 * Reached only through app/api/auth, beside our own routes for passkeys.
 */
export const { handlers } = NextAuth((request) => configFor(browserOf(request?.headers ?? new Headers())));

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
    providers: [mailedLink],
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
