import { NextRequest } from "next/server";
import { handlers, LANDING } from "@/app/auth";
import { sessionCookie, stepPage } from "@/app/current-actor";
import { findAnySession, findSignInToken, isLinkOf, safePath } from "@/lib/domain/parties/people";
import { env } from "@/lib/platform/env";
import { bodyOrRefusal, endFormerSession, issuedBy, refused } from "../attempts";

/** Nothing of next-auth answers a GET, so mail scanners that follow a link don't spend it. */
export const GET = (_request: NextRequest): Response => refused(404, "Not found");

/** Spends a magic link, from the confirmation page's button. */
export async function POST(request: NextRequest): Promise<Response> {
  if (request.nextUrl.pathname !== "/api/auth/callback/email") return refused(404, "Not found");
  const body = await bodyOrRefusal(request);
  if (body instanceof Response) return body;
  // A copy, because a redirect's headers are immutable.
  const answer = new Response(null, await spendLink(request, body));
  answer.headers.set("Cache-Control", "no-store");
  return answer;
}

// next-auth spends links on GET. Browsers send the token in a form, and only this process turns it into a GET.
async function spendLink(request: NextRequest, body: Buffer): Promise<Response> {
  const form = new URLSearchParams(body.toString());
  const token = form.get("token") ?? "";
  const to = safePath(form.get("callbackUrl")) ?? LANDING;
  const former = request.cookies.get(sessionCookie())?.value;
  const signedIn = former && (await findAnySession(former));
  if (signedIn && isLinkOf(signedIn.user.email, token) && !(await findSignInToken(token))) return redirectTo(to);
  const url = new URL(request.nextUrl.pathname, env().baseUrl);
  url.searchParams.set("token", token);
  // Otherwise next-auth would redirect to where this browser's last sign-in went.
  url.searchParams.set("callbackUrl", to);
  const answer = await handlers.GET(new NextRequest(url, { headers: withoutBody(request.headers) }));
  const issued = issuedBy(answer);
  if (!issued) return answer;
  await endFormerSession(request, former, issued);
  const asks = (await findAnySession(issued))?.asks;
  return asks ? redirectTo(stepPage(asks, to), answer.headers) : answer;
}

function redirectTo(path: string, headers?: Headers): Response {
  const sent = new Headers(headers);
  sent.set("Location", env().baseUrl + path);
  return new Response(null, { status: 302, headers: sent });
}

function withoutBody(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ["content-type", "content-length"]) kept.delete(name);
  return kept;
}
