import type { NextRequest } from "next/server";
import { beginPasskeyRegistration, beginPasskeySignIn, CHALLENGE_MS } from "@/lib/domain/parties/people";
import { bodyOrRefusal, refused } from "../../attempts";
import { keptFor, passkeyCookie, registrant, sentBy } from "../ceremony";

/** What a browser needs to sign in with a passkey, or to register one. Takes no address. */
export async function POST(request: NextRequest): Promise<Response> {
  const body = await bodyOrRefusal(request);
  if (body instanceof Response) return body;
  const { action } = sentBy(body);
  if (action === "sign_in") return kept(await beginPasskeySignIn());
  if (action !== "register") return refused(400, "Unknown action");
  const person = await registrant(request);
  return person ? kept(await beginPasskeyRegistration(person.ctx, person)) : refused(403, "Sign in again.");
}

const kept = ({ options, sealed }: { options: unknown; sealed: string }): Response =>
  Response.json(options, {
    headers: {
      "Cache-Control": "no-store",
      "Set-Cookie": keptFor({ name: passkeyCookie(), value: sealed, sameSite: "Strict", maxAge: CHALLENGE_MS / 1000 }),
    },
  });
