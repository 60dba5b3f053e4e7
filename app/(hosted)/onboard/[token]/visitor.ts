import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { browserOf, isSecure } from "@/app/current-actor";
import { findOnboarding, type Onboarding } from "@/lib/domain/accounts";
import type { Ctx, PersonActor, ProvenVisit, SystemActor } from "@/lib/domain/context";
import type { OwnCheck } from "@/lib/domain/identity";
import {
  findVisit,
  type Payment,
  personOf,
  proveByMailLink,
  provenVisit,
  readPayment,
  readStage,
  type Stage,
  type Visit,
  type VisitCookie,
  visitCookieName,
} from "@/lib/domain/onboarding";
import { withRequestContext } from "@/lib/platform/request-context";

/**
 * Who opened an onboarding link, as far as this browser has shown. Stage and payment only once it has proven the mailbox;
 * no payment where the platform pays.
 */
export type Visitor = {
  token: string;
  onboarding: Onboarding;
  visit: Visit | null;
  visitToken: string | undefined;
  proven: { stage: Stage; payment: Payment | null; userId: string; visit: ProvenVisit } | null;
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
  if (!known || !userId) return { token, onboarding, visit, visitToken, proven: null };
  const [stage, payment] = await Promise.all([readStage(onboarding, known), readPayment(onboarding, known)]);
  return { token, onboarding, visit, visitToken, proven: { stage, payment, userId, visit: known } };
});

/** The visitor behind a link. Shows the page for links that lead nowhere to everybody else. */
export async function getVisitor(token: string): Promise<Visitor> {
  return (await findVisitor(token)) ?? notFound();
}

/** Whether the visitor came by a live link of their own mail: pressing its button proves the mailbox. */
export const comesByMail = ({ onboarding }: Visitor): boolean => onboarding.kind === "mail" && !onboarding.expired;

/** The start of an onboarding: every step that is not open leads back here. */
export const startOf = (token: string): string => `/onboard/${token}`;

/** The question of a platform that asks to be linked, behind a link of the person's own mail. */
export const questionOf = (token: string): string => `/approve/${token}`;

/** The step in which the person subscribes, where they pay for themselves. */
export const subscriptionOf = (token: string): string => `${startOf(token)}/subscription`;

/**
 * The visit in which a visitor who presses a button goes on: behind the link of their own mail, the press is the proof. Null
 * for a visitor who has proven nothing.
 */
export async function proveByOwnMail(visitor: Visitor): Promise<ProvenVisit | null> {
  const { onboarding, visitToken, proven } = visitor;
  if (proven?.visit.provenBy === "mail_link" || !comesByMail(visitor)) return proven?.visit ?? null;
  const { visit, cookie } = await asStranger((ctx) =>
    proveByMailLink(ctx, { accountId: onboarding.account.id, visitToken }),
  );
  await keepVisit(cookie);
  return visit;
}

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
export const personCtx = async ({ userId, visit }: Pick<Proven, "userId" | "visit">): Promise<Ctx<PersonActor>> => ({
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

/** Where outside services send people back to. They are told no token, so this browser keeps it. */
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
