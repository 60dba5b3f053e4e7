import type { NextRequest } from "next/server";
import { LANDING } from "@/app/auth";
import { browserOf, sessionCookie } from "@/app/current-actor";
import { addPasskey, PasskeyName, safePath, signInByPasskey } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { bodyOrRefusal, endFormerSession, refused } from "../../attempts";
import { keptFor, passkeyCookie, registrant, type Sent, sentBy } from "../ceremony";

/** Completes a passkey sign-in, or adds a passkey. */
export async function POST(request: NextRequest): Promise<Response> {
  const body = await bodyOrRefusal(request);
  if (body instanceof Response) return body;
  const sent = sentBy(body);
  const sealed = request.cookies.get(passkeyCookie())?.value;
  if (sent.action === "sign_in") return signIn(request, { ...sent, sealed });
  if (sent.action === "register") return register(request, { ...sent, sealed });
  return refused(400, "Unknown action");
}

type Answered = Sent & { sealed: string | undefined };

async function signIn(request: NextRequest, { answer, to, sealed }: Answered): Promise<Response> {
  const session = await signInByPasskey(browserOf(request.headers), { sealed, answer });
  if (!session) return refused(403, "We don’t know this passkey. It may have been removed from your account.");
  await endFormerSession(request, request.cookies.get(sessionCookie())?.value, session.token);
  const maxAge = Math.floor((session.endsAt.getTime() - clock.now().getTime()) / 1000);
  return done({ to: safePath(to) ?? LANDING }, { name: sessionCookie(), value: session.token, maxAge });
}

async function register(request: NextRequest, { answer, name, sealed }: Answered): Promise<Response> {
  const person = await registrant(request);
  if (!person) return refused(403, "Sign in again, then add the passkey.");
  const called = PasskeyName.safeParse(name).data ?? "Passkey";
  try {
    await addPasskey(person.ctx, { sessionId: person.sessionId, sealed, answer, name: called });
  } catch (error) {
    if (error instanceof AppError) return refused(error.status, error.message);
    throw error;
  }
  return done({});
}

function done(answer: object, session?: { name: string; value: string; maxAge: number }): Response {
  const response = Response.json(answer, { headers: { "Cache-Control": "no-store" } });
  const spent = { name: passkeyCookie(), value: "", sameSite: "Strict" as const, maxAge: 0 };
  response.headers.append("Set-Cookie", keptFor(spent));
  if (session) response.headers.append("Set-Cookie", keptFor({ ...session, sameSite: "Lax" }));
  return response;
}
