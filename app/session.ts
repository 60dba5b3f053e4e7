import { cookies, headers } from "next/headers";
import { forbidden, notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { Actor, Ctx, PersonActor, PortalUserActor, StaffActor } from "@/lib/domain/context";
import { type Capability, findSession, type Membership, may, type SignedIn, safePath } from "@/lib/domain/people";
import { browserOf, currentMembership, PARTNER_COOKIE, sessionCookie } from "./current-actor";

/** Who is signed in; null for nobody. Asked once for each request, however many parts of a page ask. */
export const currentSession = cache(async (): Promise<SignedIn | null> => {
  const token = (await cookies()).get(sessionCookie())?.value;
  return token ? findSession(token) : null;
});

/** Who is signed in. Sends everybody else to sign in and back. */
export async function requireSession(): Promise<SignedIn> {
  const session = await currentSession();
  if (session) return session;
  const path = safePath((await headers()).get("x-path"));
  redirect(path && path !== "/" ? `/sign-in?to=${encodeURIComponent(path)}` : "/sign-in");
}

/** The person who is signed in, for what concerns only them: passkeys, sessions, invitations. */
export async function requirePerson(): Promise<Ctx<PersonActor>> {
  const { user } = await requireSession();
  return contextFor({ kind: "person", userId: user.id });
}

/** A person's place in the team that the portal shows. Sends people without one to their account page. */
export async function requireMembership(): Promise<{ session: SignedIn; membership: Membership }> {
  const session = await requireSession();
  const membership = currentMembership(session.memberships, (await cookies()).get(PARTNER_COOKIE)?.value);
  if (!membership) redirect("/account");
  return { session, membership };
}

/** A person of the partner's team who may do `to` (anybody when left out). Shows the 403 page to the other roles. */
export async function requirePortalUser(to?: Capability): Promise<Ctx<PortalUserActor>> {
  const { session, membership } = await requireMembership();
  if (to && !may(membership.role, to)) forbidden();
  const { partnerId, role } = membership;
  return contextFor({ kind: "portal_user", partnerId, userId: session.user.id, role });
}

/** A person of the partner's team, in any role. */
export const requireMember = () => requirePortalUser();

/** A person of the partner's team who may change its records. */
export const requireEditor = () => requirePortalUser("manage_records");

/** One of the service's custodians. To everybody else the page does not exist. */
export async function requireCustodian(): Promise<Ctx<StaffActor>> {
  const { user } = await requireSession();
  if (!user.isCustodian) notFound();
  return contextFor({ kind: "staff", userId: user.id });
}

async function contextFor<A extends Actor>(actor: A): Promise<Ctx<A>> {
  return { actor, ...browserOf(await headers()) };
}
