import { NextRequest } from "next/server";
import { handlers, LANDING } from "@/app/auth";
import { browserOf, sessionCookie } from "@/app/current-actor";
import { networkMay } from "@/lib/api/rate-limits";
import { calledFrom } from "@/lib/api/security";
import { readWebBody } from "@/lib/api/web-exchange";

import { endSessionOf, findSession, hasSignedIn, safePath } from "@/lib/domain/parties/people";
import { MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";

/** Sign-in attempts by passkey or link from one network. */
const ATTEMPTS = { name: "sign-in attempts", limit: 60, windowMs: MINUTE_MS };
/** A token or an authenticator's answer is a few kilobytes. */
const BODY_MAX = 64 * 1024;

/**
 * Starts a passkey sign-in. Nothing else of next-auth answers a GET, so mail scanners that follow a link don't spend
 * it.
 */
export async function GET(request: NextRequest): Promise<Response> {
  if (request.nextUrl.pathname !== "/api/auth/webauthn-options/passkey") return notFound();
  if (!(await networkMay(ATTEMPTS, request.headers))) return tooMany();
  return unstored(await handlers.GET(reachedAt(request)));
}

/** Spends a magic link, from the confirmation page's button, or completes a passkey sign-in. */
export async function POST(request: NextRequest): Promise<Response> {
  const { pathname } = request.nextUrl;
  if (pathname !== "/api/auth/callback/email" && pathname !== "/api/auth/callback/passkey") return notFound();
  // Otherwise another site could sign its visitors in to someone else's account.
  if (calledFrom(request.headers) !== "own_page") return refused(403, "The request came from another site");
  if (!(await networkMay(ATTEMPTS, request.headers))) return tooMany();
  const body = await readWebBody(request, BODY_MAX);
  if (!body) return refused(413, "Too large", { Connection: "close" });
  const answer =
    pathname === "/api/auth/callback/email"
      ? await spendLink(request, body)
      : await handlers.POST(reachedAt(request, body));
  await endFormerSession(request, answer);
  return unstored(answer);
}

// next-auth spends links on GET. Browsers send the token in a form, and only this process turns it into a GET.
async function spendLink(request: NextRequest, body: Buffer): Promise<Response> {
  const form = new URLSearchParams(body.toString());
  const token = form.get("token") ?? "";
  const to = safePath(form.get("callbackUrl")) ?? LANDING;
  const session = request.cookies.get(sessionCookie())?.value;
  const signedIn = session && (await findSession(session));
  if (signedIn && (await hasSignedIn(signedIn.user.id, token))) return Response.redirect(env().baseUrl + to, 302);
  const url = new URL(request.nextUrl.pathname, env().baseUrl);
  url.searchParams.set("token", token);
  // Otherwise next-auth would redirect to where this browser's last sign-in went.
  url.searchParams.set("callbackUrl", to);
  return handlers.GET(new NextRequest(url, { headers: withoutBody(request.headers) }));
}

// A browser that signs in again abandons its former session, so end it.
async function endFormerSession(request: NextRequest, answer: Response): Promise<void> {
  const former = request.cookies.get(sessionCookie())?.value;
  const issued = answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${sessionCookie()}=`));
  if (!issued) return;
  if (former && !issued.startsWith(`${sessionCookie()}=${former};`)) {
    await endSessionOf(browserOf(request.headers), former);
  }
}

// next-auth sees our own address, whatever Host the caller sent.
function reachedAt({ nextUrl, method, headers }: NextRequest, body?: Buffer<ArrayBuffer>): NextRequest {
  return new NextRequest(new URL(nextUrl.pathname + nextUrl.search, env().baseUrl), { method, headers, body });
}

function withoutBody(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ["content-type", "content-length"]) kept.delete(name);
  return kept;
}

function unstored(answer: Response): Response {
  // A copy, because a redirect's headers are immutable.
  const copy = new Response(answer.body, answer);
  copy.headers.set("Cache-Control", "no-store");
  return copy;
}

const notFound = () => refused(404, "Not found");
const tooMany = () => refused(429, "Too many attempts from your network. Wait a minute.");
const refused = (status: number, error: string, headers?: HeadersInit) => Response.json({ error }, { status, headers });
