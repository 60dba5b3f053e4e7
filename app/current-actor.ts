import { clientOf } from "@/lib/api/client-address";
import type { Actor, Ctx } from "@/lib/domain/core/context";
import { type AnySession, findSession, type Membership } from "@/lib/domain/parties/people";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";

/** The actor of a request, by its cookies; null when signed out. In the portal, a person acts for one partner. */
export async function currentActor(request: Request): Promise<Actor | null> {
  const cookies = cookiesOf(request.headers.get("cookie") ?? "");
  const token = cookies.get(sessionCookie());
  const session = token ? await findSession(token) : null;
  if (!session) return null;
  const { user, memberships, producer } = session;
  const membership = currentMembership(memberships, cookies.get(PARTNER_COOKIE));
  if (membership)
    return { kind: "portal_user", partnerId: membership.partnerId, userId: user.id, role: membership.role };
  if (user.isCustodian) return { kind: "staff", userId: user.id, provenAt: session.provenAt };
  if (producer) return { kind: "producer", userId: user.id, producerId: producer.id };
  return { kind: "person", userId: user.id };
}

/** The membership chosen in the partner switcher if it still exists, else the oldest. */
export function currentMembership(
  memberships: readonly Membership[],
  chosen: string | undefined,
): Membership | undefined {
  return memberships.find(({ partnerId }) => partnerId === chosen) ?? memberships[0];
}

function cookiesOf(header: string): Map<string, string> {
  const pairs = header.split(";").map((pair) => {
    const [name = "", ...value] = pair.split("=");
    return [name.trim(), value.join("=").trim()] as const;
  });
  return new Map(pairs);
}

type HeaderReader = { get(name: string): string | null };

/** The parts of a context that come from the browser: everything but the actor. */
export function browserOf(headers: HeaderReader): Omit<Ctx, "actor"> {
  const { ip, requestId = newId() } = clientOf(headers);
  const userAgent = headers.get("user-agent");
  return { requestId, ...(ip && { ip }), ...(userAgent && { userAgent }) };
}

/** Whether the service is https only, so that its cookies can be `Secure`. */
export const isSecure = (): boolean => env().baseUrl.startsWith("https:");

/** The name of the session cookie. `__Host-` keeps other hosts of the domain from setting one. */
export const sessionCookie = (): string => (isSecure() ? "__Host-svc_session" : "svc_session");

/** The page that a half session opens, on the way to `to`: it asks for a second factor, or helps to set one up. */
export function stepPage(asks: NonNullable<AnySession["asks"]>, to: string | null): string {
  const page = asks === "factor" ? "/sign-in/second-step" : "/sign-in/set-up";
  if (to?.startsWith("/sign-in/set-up") && asks === "setup") return to;
  return to ? `${page}?to=${encodeURIComponent(to)}` : page;
}

/** The cookie with the chosen partner, for members of several. It grants nothing. */
export const PARTNER_COOKIE = "svc_partner";
