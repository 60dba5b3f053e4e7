import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { asStranger, keepVisit } from "@/app/(hosted)/browser";
import { findOnboarding, type Onboarding } from "@/lib/domain/accounts";
import { accountSubject, findVisit, provenVisit, type Visit, visitCookieName } from "@/lib/domain/acts";
import type { Ctx, ProvenVisit, SystemActor } from "@/lib/domain/core/context";
import {
  type Payment,
  personOf,
  proveByMailLink,
  readPayment,
  readStage,
  type Stage,
} from "@/lib/domain/creators/onboarding";

/** The browser that opened an onboarding link. `proven` is null until it has proven the mailbox. */
export type Visitor = {
  token: string;
  onboarding: Onboarding;
  visit: Visit | null;
  visitToken: string | undefined;
  /** `payment`: null where the platform pays. */
  proven: { stage: Stage; payment: Payment | null; userId: string; visit: ProvenVisit } | null;
};

export type Proven = NonNullable<Visitor["proven"]>;

/** The visitor behind a link; null for an unknown link. Read once per request. */
export const findVisitor = cache(async (token: string): Promise<Visitor | null> => {
  const onboarding = await findOnboarding(token);
  if (!onboarding) return null;
  const visitToken = (await cookies()).get(visitCookieName(onboarding.account.id))?.value;
  const visit = await findVisit(accountSubject(onboarding.account.id), visitToken);
  const userId = personOf(onboarding);
  const proof = visit && provenVisit(visit);
  if (!proof || !userId) return { token, onboarding, visit, visitToken, proven: null };
  const [stage, payment] = await Promise.all([readStage(onboarding, proof), readPayment(onboarding, proof)]);
  return { token, onboarding, visit, visitToken, proven: { stage, payment, userId, visit: proof } };
});

/** The visitor behind a link. Shows the 404 page for an unknown link. */
export async function getVisitor(token: string): Promise<Visitor> {
  return (await findVisitor(token)) ?? notFound();
}

/** Whether the visitor opened a live link from their own mail. Its button proves the mailbox. */
export const comesByMail = ({ onboarding }: Visitor): boolean => onboarding.kind === "mail" && !onboarding.expired;

/** The start of an onboarding. */
export const startOf = (token: string): string => `/onboard/${token}`;

/** A platform's link request, behind a link from the person's own mail. */
export const questionOf = (token: string): string => `/approve/${token}`;

export const SUBSCRIPTION = "Subscription";

/** The subscription step, where creators pay. */
export const subscriptionOf = (token: string): string => `${startOf(token)}/subscription`;

/** The proven visit of a visitor who pressed a button. Behind a link from their own mail, the press is the proof. Null without proof. */
export async function proveByOwnMail(visitor: Visitor): Promise<ProvenVisit | null> {
  const { onboarding, visitToken, proven } = visitor;
  if (proven?.visit.provenBy === "mail_link" || !comesByMail(visitor)) return proven?.visit ?? null;
  const { visit, cookie } = await asAnonymous((ctx) =>
    proveByMailLink(ctx, { accountId: onboarding.account.id, visitToken }),
  );
  await keepVisit(cookie);
  return visit;
}

/** Runs a verb as the system, for a visitor who has proven nothing. */
export const asAnonymous = <T>(verb: (ctx: Ctx<SystemActor>) => Promise<T>): Promise<T> =>
  asStranger("onboarding", verb);
