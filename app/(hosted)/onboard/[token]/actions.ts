"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { keepVisit, personCtx, rememberReturn, returnPage } from "@/app/(hosted)/browser";
import { action, anybody, read } from "@/app/action";
import { outcomeOf, textOf } from "@/app/forms";
import type { FormState } from "@/components/ui/form";
import { networkMay } from "@/lib/api/rate-limits";

import { renewMailLink } from "@/lib/domain/accounts";
import { openBillingPortal, startSubscription } from "@/lib/domain/billing";
import type { Ctx, PersonActor, ProvenVisit } from "@/lib/domain/context";
import { CODE_DIGITS } from "@/lib/domain/hosted";
import { startCheck } from "@/lib/domain/identity";
import { checkCode, readStage, sendCode } from "@/lib/domain/onboarding";
import { MINUTE_MS } from "@/lib/platform/duration";
import { asAnonymous, getVisitor, type Proven, proveByOwnMail, startOf, subscriptionOf, type Visitor } from "./visitor";

/** The codes and links one network may request, and the codes it may try, for all accounts together. */
const ASKED = { name: "onboarding mails", limit: 30, windowMs: 15 * MINUTE_MS };
const TRIED = { name: "onboarding codes", limit: 60, windowMs: 15 * MINUTE_MS };
const TOO_MANY = "Too many requests from your network. Try again in 15 minutes.";

const isAllowed = async (limit: typeof ASKED): Promise<boolean> => networkMay(limit, await headers());

/** The button behind the creator's own mailed link: proves the mailbox and starts the check. */
export const startByMailAction = action(getVisitor, [read.link], async (visitor, token): Promise<void> => {
  const visit = await proveByOwnMail(visitor);
  // After a rejection the person reads the reason first.
  const stage = visit && (await readStage(visitor.onboarding, visit));
  if (visit && stage?.at !== "rejected") await startFor(visitor, visit);
  redirect(startOf(token));
});

/** Mails a code. Answers the same for every address. */
export const mailCodeAction = action(getVisitor, [read.link], async (visitor, token): Promise<FormState> => {
  const { onboarding, visitToken, proven } = visitor;
  if (proven || onboarding.expired) redirect(startOf(token));
  if (!(await isAllowed(ASKED))) return { message: TOO_MANY };
  const sent = await asAnonymous((ctx) => sendCode(ctx, { accountId: onboarding.account.id, visitToken }));
  if (sent.outcome === "too_soon")
    return { message: "We sent a code less than a minute ago. Wait a moment for it to arrive." };
  if (sent.outcome === "too_many") {
    return { message: "We have already sent several codes. Use the latest one, or request another in an hour." };
  }
  if (sent.cookie) await keepVisit(sent.cookie);
  redirect(startOf(token));
});

/** Checks a typed code. The right one starts the check. */
export const confirmCodeAction = action(
  getVisitor,
  [read.link, read.state, read.form],
  async (visitor, token, _, form) => {
    const { onboarding, visitToken, proven } = visitor;
    if (proven || onboarding.expired) redirect(startOf(token));
    const code = textOf(form, "code");
    if (code.replace(/\D/g, "").length !== CODE_DIGITS) {
      return { errors: { code: `Enter the ${CODE_DIGITS} digits from the email.` }, values: { code } };
    }
    if (!(await isAllowed(TRIED))) return { message: TOO_MANY };
    const checked = await asAnonymous((ctx) => checkCode(ctx, { accountId: onboarding.account.id, visitToken, code }));
    if (checked.outcome === "wrong") {
      const left = checked.triesLeft === 1 ? "one try" : `${checked.triesLeft} tries`;
      return { errors: { code: `That’s not the latest code. You have ${left} left.` } };
    }
    if (checked.outcome === "over") return { errors: { code: "This code no longer works. Request a new one." } };
    await keepVisit(checked.cookie);
    await startFor(visitor, checked.visit);
    redirect(startOf(token));
  },
);

/** Starts a check, also after a rejection. Behind the creator's own mailed link this also proves the mailbox. */
export const startAction = action(getVisitor, [read.link], async (visitor, token): Promise<void> => {
  const visit = await proveByOwnMail(visitor);
  if (visit) await startFor(visitor, visit);
  redirect(visit ? `${startOf(token)}/details` : startOf(token));
});

async function startFor({ onboarding: { account } }: Visitor, visit: ProvenVisit): Promise<void> {
  const { id: accountId, userId } = account;
  // A person who hasn't approved the link answers that first. If a check can't start, the next page explains why.
  if (userId) await outcomeOf(await personCtx({ userId, visit }), (ctx) => startCheck(ctx, { accountId }));
}

/** Mails a new link when the old one expired, or when the person must continue from their own mail. Answers the same for every link. */
export const renewLinkAction = action(anybody, [read.link], async (_, token): Promise<FormState> => {
  if (!(await isAllowed(ASKED))) return { message: TOO_MANY };
  await asAnonymous(() => renewMailLink(token));
  return { ok: true };
});

// The processor returns people to one fixed address, so that it never sees a link's token.
const RETURN = { returnTo: returnPage("/onboard") };

/** Opens the payment page. */
export const payAction = action(getVisitor, [read.link], async ({ proven }, token): Promise<FormState> => {
  // A visit that may not see the payment's state may not pay. The page shows how to continue.
  if (proven?.payment?.state !== "due") redirect(subscriptionOf(token));
  return openAway(proven, token, (by) => startSubscription(by, RETURN));
});

/** Opens the page with the person's cards, after a failed renewal. */
export const fixPaymentAction = action(getVisitor, [read.link], async ({ proven }, token): Promise<FormState> => {
  if (proven?.payment?.state !== "past_due") redirect(subscriptionOf(token));
  return openAway(proven, token, (by) => openBillingPortal(by, RETURN));
});

async function openAway(
  proven: Proven,
  token: string,
  open: (by: Ctx<PersonActor>) => Promise<string>,
): Promise<FormState> {
  const opened = await outcomeOf(await personCtx(proven), open);
  if (!opened.ok) return { message: opened.error };
  await rememberReturn("/onboard", token);
  redirect(opened.value);
}
