import { cookies, headers } from "next/headers";
import { forbidden, notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { ActionResult } from "@/components/ui/form";
import type { Actor, Ctx, PersonActor, PortalUserActor, ProducerActor, StaffActor } from "@/lib/domain/core/context";
import { isCreator } from "@/lib/domain/creators/overview";
import {
  type AnySession,
  type Capability,
  findAnySession,
  findSession,
  isFresh,
  type Membership,
  may,
  type SignedIn,
  safePath,
} from "@/lib/domain/parties/people";
import { logRefusal } from "@/lib/platform/log";
import { browserOf, currentMembership, PARTNER_COOKIE, sessionCookie, stepPage } from "./current-actor";

/** The current session; null when signed out. Cached per request. */
export const currentSession = cache(async (): Promise<SignedIn | null> => {
  const token = (await cookies()).get(sessionCookie())?.value;
  return token ? findSession(token) : null;
});

/** The current session. Signed-out users are redirected to sign in and back, and half sessions to their second step. */
export async function requireSession(): Promise<SignedIn> {
  const session = await currentSession();
  if (session) return session;
  const path = await here();
  const half = await anySession();
  if (half?.asks) redirect(stepPage(half.asks, path));
  redirect(path && path !== "/" ? `/sign-in?to=${encodeURIComponent(path)}` : "/sign-in");
}

/** The path of the page that the browser is on. */
const here = async (): Promise<string | null> => safePath((await headers()).get("x-path"));

const anySession = cache(async (): Promise<AnySession | null> => {
  const token = (await cookies()).get(sessionCookie())?.value;
  return token ? findAnySession(token) : null;
});

/**
 * The person of a session that may be half, for the pages that ask for a second factor or set one up. No other page may use it.
 */
export async function requireAnySession(): Promise<{ session: AnySession; ctx: Ctx<PersonActor> }> {
  const session = await anySession();
  if (!session) redirect("/sign-in");
  return { session, ctx: await contextFor({ kind: "person", userId: session.user.id }) };
}

/**
 * The person who may set up a second factor: with a session that proved recently who they are. Others prove it first, and a half
 * session with the factor that it asks for.
 */
export async function requireSetUp(): Promise<{ session: AnySession; ctx: Ctx<PersonActor> }> {
  const person = await requireAnySession();
  if (person.session.asks === "factor" || !isFresh(person.session)) redirect(stepPage("factor", await here()));
  return person;
}

/** The signed-in person, for their own passkeys, sessions and invitations. */
export async function requirePerson(): Promise<Ctx<PersonActor>> {
  const { user } = await requireSession();
  return contextFor({ kind: "person", userId: user.id });
}

/** Runs an act of a signed-in person who proved recently who they are. Others learn what to do. */
export async function ifFresh(act: (session: SignedIn) => Promise<ActionResult>): Promise<ActionResult> {
  const session = await requireSession();
  return isFresh(session) ? act(session) : { error: "Reload the page and confirm it’s you." };
}

/** The membership that the portal shows. People without one are redirected to their account page. */
export async function requireMembership(): Promise<{ session: SignedIn; membership: Membership }> {
  const session = await requireSession();
  const membership = currentMembership(session.memberships, (await cookies()).get(PARTNER_COOKIE)?.value);
  if (!membership) redirect("/account");
  return { session, membership };
}

/** A member of the partner's team who may do `to`. Other roles get the 403 page. */
export async function requirePortalUser(to: Capability = "read_records"): Promise<Ctx<PortalUserActor>> {
  const { session, membership } = await requireMembership();
  if (!may(membership.role, to)) {
    await noteRefusal(session, 403);
    forbidden();
  }
  const { partnerId, role } = membership;
  return contextFor({ kind: "portal_user", partnerId, userId: session.user.id, role });
}

/** A member of the partner's team who may read its records. */
export const requireMember = () => requirePortalUser();

/** A member of the partner's team who may change its records. */
export const requireEditor = () => requirePortalUser("manage_records");

/** A member of the partner's team who manages its billing. */
export const requireBilling = () => requirePortalUser("manage_billing");

/** A producer. Others are redirected to their account page, which links to the areas they can open. */
export async function requireProducer(): Promise<Ctx<ProducerActor>> {
  const { user, producer } = await requireSession();
  if (!producer) redirect("/account");
  return contextFor({ kind: "producer", userId: user.id, producerId: producer.id });
}

/** A custodian. Others get a 404. */
export async function requireCustodian(): Promise<Ctx<StaffActor>> {
  const session = await requireSession();
  const { user } = session;
  if (!user.isCustodian) {
    await noteRefusal(session, 404);
    notFound();
  }
  return contextFor({ kind: "staff", userId: user.id, provenAt: session.provenAt });
}

async function noteRefusal({ user }: SignedIn, status: number): Promise<void> {
  logRefusal("page", { subject: user.id, ip: browserOf(await headers()).ip, status });
}

async function contextFor<A extends Actor>(actor: A): Promise<Ctx<A>> {
  return { actor, ...browserOf(await headers()) };
}

/** The signed-in creator. Redirects anyone else to their account settings, which link to the other areas. */
export async function requireCreator(): Promise<Ctx<PersonActor>> {
  const ctx = await requirePerson();
  if (!(await isCreator(ctx.actor.userId))) redirect("/account");
  return ctx;
}
