import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { browserOf } from "@/app/browser";
import { isSecure } from "@/app/session-cookies";
import { findOnboarding, type Onboarding } from "@/lib/domain/accounts";
import type { Ctx, PersonActor, ProvenVisit, SystemActor } from "@/lib/domain/context";
import type { OwnCheck } from "@/lib/domain/identity";
import {
  findVisit,
  personOf,
  provenVisit,
  readStage,
  type Stage,
  type Visit,
  type VisitCookie,
  visitCookieName,
} from "@/lib/domain/onboarding";
import { withRequestContext } from "@/lib/platform/request-context";

/** Who opened an onboarding link, as far as this browser has shown. `stage` only once it has proven the mailbox. */
export type Visitor = {
  token: string;
  onboarding: Onboarding;
  visit: Visit | null;
  visitToken: string | undefined;
  proven: { stage: Stage; userId: string; visit: ProvenVisit } | null;
};

export type Proven = NonNullable<Visitor["proven"]>;

/** The visitor behind a link; null for a link that was never issued. Asked once for each request. */
export const findVisitor = cache(async (token: string): Promise<Visitor | null> => {
  const onboarding = await findOnboarding(token);
  if (!onboarding) return null;
  const visitToken = (await cookies()).get(visitCookieName(onboarding.account.id))?.value;
  const visit = await findVisit(onboarding.account.id, visitToken);
  const userId = personOf(onboarding);
  const known = visit && provenVisit(visit);
  const proven = known && userId ? { stage: await readStage(onboarding, known), userId, visit: known } : null;
  return { token, onboarding, visit, visitToken, proven };
});

/** The visitor behind a link. Shows the page for links that lead nowhere to everybody else. */
export async function getVisitor(token: string): Promise<Visitor> {
  return (await findVisitor(token)) ?? notFound();
}

/** Whether the visitor came by a live link of their own mail: pressing its button proves the mailbox. */
export const comesByMail = ({ onboarding }: Visitor): boolean => onboarding.kind === "mail" && !onboarding.expired;

/** Whether a proven visitor may answer the platform's question to be linked: only behind a link of their own mail. */
export const mayAnswer = (visitor: Visitor, { visit }: Proven): boolean =>
  comesByMail(visitor) || (visitor.onboarding.kind === "mail" && visit.provenBy === "mail_link");

/** The start of an onboarding: every step that is not open leads back here. */
export const startOf = (token: string): string => `/onboard/${token}`;

/** The draft of a visitor who has proven the mailbox. Sends everybody else to the start, which tells where they are. */
export async function requireDraft(
  token: string,
): Promise<{ visitor: Visitor; proven: Proven; check: OwnCheck; ctx: Ctx<PersonActor> }> {
  const visitor = await getVisitor(token);
  const stage = visitor.proven?.stage;
  if (!visitor.proven || stage?.at !== "draft") redirect(startOf(token));
  return { visitor, proven: visitor.proven, check: stage.check, ctx: await personCtx(visitor.proven) };
}

/** The person acts, in a visit that has proven the mailbox. */
export const personCtx = async ({ userId, visit }: Omit<Proven, "stage">): Promise<Ctx<PersonActor>> => ({
  actor: { kind: "person", userId, visit },
  ...browserOf(await headers()),
});

/** Runs a verb for somebody of whom nothing is known yet. */
export async function asStranger<T>(verb: (ctx: Ctx<SystemActor>) => Promise<T>): Promise<T> {
  const ctx = { actor: { kind: "system" as const, name: "onboarding" }, ...browserOf(await headers()) };
  return withRequestContext({ requestId: ctx.requestId }, () => verb(ctx));
}

/** Keep a visit in this browser, for the onboarding pages only. */
export async function keepVisit({ name, token, expires }: VisitCookie): Promise<void> {
  (await cookies()).set({
    name,
    value: token,
    expires,
    path: "/onboard",
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure(),
  });
}

/** Where the outside service sends people back to. It is told no token, so this browser keeps it. */
export const RETURN_COOKIE = { name: "onboard_return", path: "/onboard/return" };

export async function rememberReturn(token: string): Promise<void> {
  (await cookies()).set({
    ...RETURN_COOKIE,
    value: token,
    maxAge: 24 * 60 * 60,
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure(),
  });
}
