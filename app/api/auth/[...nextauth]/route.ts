import { NextRequest } from "next/server";
import { handlers, LANDING } from "@/app/auth";
import { browserOf, sessionCookie } from "@/app/current-actor";
import { networkMay } from "@/lib/api/rate-limits";
import { calledFrom } from "@/lib/api/security";
import { readWebBody } from "@/lib/api/web-exchange";

import { endSessionOf, safePath } from "@/lib/domain/people";
import { MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";

/** Tries at passkeys and links from one address. */
const ATTEMPTS = { name: "sign-in attempts", limit: 60, windowMs: MINUTE_MS };
/** A token, or what an authenticator signed: a few kilobytes. */
const BODY_MAX = 64 * 1024;

/** Passkey ceremonies begin here. Nothing else of next-auth answers a GET: what a mail scanner follows spends no link. */
export async function GET(request: NextRequest): Promise<Response> {
  if (request.nextUrl.pathname !== "/api/auth/webauthn-options/passkey") return notFound();
  if (!(await networkMay(ATTEMPTS, request.headers))) return tooMany();
  return unstored(await handlers.GET(reachedAt(request)));
}

/** Spends a magic link (the button of the confirmation page), or ends a passkey ceremony. */
export async function POST(request: NextRequest): Promise<Response> {
  const { pathname } = request.nextUrl;
  if (pathname !== "/api/auth/callback/email" && pathname !== "/api/auth/callback/passkey") return notFound();
  // Otherwise another site could sign its visitors in to an account that is not theirs.
  if (calledFrom(request.headers) !== "own_page") return refused(403, "The request came from another site");
  if (!(await networkMay(ATTEMPTS, request.headers))) return tooMany();
  const body = await readWebBody(request, BODY_MAX);
  if (!body) return refused(413, "Too large", { Connection: "close" });
  const answer =
    pathname === "/api/auth/callback/email"
      ? await spendLink(request, body)
      : await handlers.POST(reachedAt(request, body));
  await leaveFormerSession(request, answer);
  return unstored(answer);
}

// next-auth spends links on GET. The token comes in a form instead, and becomes one only inside this process.
async function spendLink(request: NextRequest, body: Buffer): Promise<Response> {
  const form = new URLSearchParams(body.toString());
  const url = new URL(request.nextUrl.pathname, env().baseUrl);
  url.searchParams.set("token", form.get("token") ?? "");
  // Without one, next-auth would go where the last sign-in in this browser went.
  url.searchParams.set("callbackUrl", safePath(form.get("callbackUrl")) ?? LANDING);
  return handlers.GET(new NextRequest(url, { headers: withoutBody(request.headers) }));
}

// A browser that signs in anew leaves its former session behind; nobody would ever end it.
async function leaveFormerSession(request: NextRequest, answer: Response): Promise<void> {
  const former = request.cookies.get(sessionCookie())?.value;
  const given = answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${sessionCookie()}=`));
  if (!given) return;
  if (former && !given.startsWith(`${sessionCookie()}=${former};`)) {
    await endSessionOf(browserOf(request.headers), former);
  }
}

// Whatever Host the caller sent, next-auth knows one address: ours.
function reachedAt({ nextUrl, method, headers }: NextRequest, body?: Buffer<ArrayBuffer>): NextRequest {
  return new NextRequest(new URL(nextUrl.pathname + nextUrl.search, env().baseUrl), { method, headers, body });
}

function withoutBody(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ["content-type", "content-length"]) kept.delete(name);
  return kept;
}

function unstored(answer: Response): Response {
  // A copy: the headers of a redirect cannot be added to.
  const copy = new Response(answer.body, answer);
  copy.headers.set("Cache-Control", "no-store");
  return copy;
}

const notFound = () => refused(404, "Not found");
const tooMany = () => refused(429, "Too many attempts from your network. Wait a minute.");
const refused = (status: number, error: string, headers?: HeadersInit) => Response.json({ error }, { status, headers });
