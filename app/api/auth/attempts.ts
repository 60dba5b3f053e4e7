import { browserOf, sessionCookie } from "@/app/current-actor";
import { networkMay } from "@/lib/api/rate-limits";
import { calledFrom } from "@/lib/api/security";
import { readWebBody } from "@/lib/api/web-exchange";
import { endSessionOf } from "@/lib/domain/parties/people";
import { MINUTE_MS } from "@/lib/platform/duration";

/** Sign-in attempts by passkey or link from one network. */
const ATTEMPTS = { name: "sign-in attempts", limit: 60, windowMs: MINUTE_MS };
/** A token or an authenticator's answer is a few kilobytes. */
const BODY_MAX = 64 * 1024;

/** The body of a request to sign in, or the refusal: other sites, networks with too many attempts, and large bodies. */
export async function bodyOrRefusal(request: Request): Promise<Buffer<ArrayBuffer> | Response> {
  // Otherwise another site could sign its visitors in to someone else's account.
  if (calledFrom(request.headers) !== "own_page") return refused(403, "The request came from another site");
  if (!(await networkMay(ATTEMPTS, request.headers)))
    return refused(429, "Too many attempts from your network. Wait a minute.");
  return (await readWebBody(request, BODY_MAX)) ?? refused(413, "Too large", { Connection: "close" });
}

/** Ends the session that a browser abandons by signing in again. */
export async function endFormerSession(request: Request, former: string | undefined, issued: string): Promise<void> {
  if (former && former !== issued) await endSessionOf(browserOf(request.headers), former);
}

/** The session token that an answer gives the browser. */
export const issuedBy = (answer: Response): string | undefined =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${sessionCookie()}=`))
    ?.match(/=([^;]+)/)?.[1];

/** A refusal as JSON. */
export const refused = (status: number, error: string, headers?: HeadersInit): Response =>
  Response.json({ error }, { status, headers: { "Cache-Control": "no-store", ...headers } });
