import type { NextRequest } from "next/server";
import { z } from "zod";
import { browserOf, isSecure, sessionCookie } from "@/app/current-actor";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { findAnySession, isFresh } from "@/lib/domain/parties/people";

/** Keeps the challenge between the two requests of a ceremony. */
export const passkeyCookie = (): string => (isSecure() ? "__Host-svc_passkey" : "svc_passkey");

const Sent = z.object({
  action: z.string().optional(),
  answer: z.unknown().optional(),
  name: z.string().optional(),
  to: z.string().nullish(),
});
export type Sent = z.infer<typeof Sent>;

const NOTHING: Sent = {};

/** What the page's script sent. Anything else has no action. */
export function sentBy(body: Buffer): Sent {
  try {
    return Sent.safeParse(JSON.parse(body.toString())).data ?? NOTHING;
  } catch {
    return NOTHING;
  }
}

/**
 * The person who may register a passkey: signed in recently, also if their half session asks them to set one up. Never with a half
 * session that asks for a factor, or a mailed link could add one.
 */
export async function registrant(request: NextRequest): Promise<{ ctx: Ctx<PersonActor>; sessionId: string } | null> {
  const token = request.cookies.get(sessionCookie())?.value;
  const session = token ? await findAnySession(token) : null;
  if (!session || session.asks === "factor" || !isFresh(session)) return null;
  const actor = { kind: "person" as const, userId: session.user.id };
  return { ctx: { actor, ...browserOf(request.headers) }, sessionId: session.sessionId };
}

type Kept = { name: string; value: string; sameSite: "Lax" | "Strict"; maxAge: number };

/** A cookie that no script reads. */
export const keptFor = ({ name, value, sameSite, maxAge }: Kept): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}${isSecure() ? "; Secure" : ""}`;
