"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { action, anybody, read } from "@/app/action";
import { textOf } from "@/app/form-values";
import { outcomeOf } from "@/app/outcome";
import type { FormState } from "@/components/ui/form-state";
import { networkMay } from "@/lib/api/rate-limits";
import { renewMailLink } from "@/lib/domain/accounts";
import { openBillingPortal, startSubscription } from "@/lib/domain/billing";
import type { ProvenVisit } from "@/lib/domain/context";
import { startCheck } from "@/lib/domain/identity";
import { CODE_DIGITS, checkCode, readStage, sendCode } from "@/lib/domain/onboarding";
import { MINUTE_MS } from "@/lib/platform/duration";
import {
  asStranger,
  getVisitor,
  keepVisit,
  personCtx,
  proveByOwnMail,
  RETURN_COOKIE,
  rememberReturn,
  startOf,
  subscriptionOf,
  type Visitor,
} from "./visitor";

/** Codes and new links that one network may ask for, and codes it may try, whoever they are about. */
const ASKED = { name: "onboarding mails", limit: 30, windowMs: 15 * MINUTE_MS };
const TRIED = { name: "onboarding codes", limit: 60, windowMs: 15 * MINUTE_MS };
const TOO_MANY = "That was asked for too often from your network. Try again in a quarter of an hour.";

const mayGoOn = async (limit: typeof ASKED): Promise<boolean> => networkMay(limit, await headers());

/** The button behind the link of the creator's own mail: proves the mailbox, and begins. */
export const begin = action(getVisitor, [read.link], async (visitor, token): Promise<void> => {
  const visit = await proveByOwnMail(visitor);
  // Why the last try was not accepted is read before the next one.
  const stage = visit && (await readStage(visitor.onboarding, visit));
  if (visit && stage?.at !== "rejected") await startFor(visitor, visit);
  redirect(startOf(token));
});

/** Mails a code. The answer is the same whoever the address belongs to. */
export const mailCode = action(getVisitor, [read.link], async (visitor, token): Promise<FormState> => {
  const { onboarding, visitToken, proven } = visitor;
  if (proven || onboarding.expired) redirect(startOf(token));
  if (!(await mayGoOn(ASKED))) return { message: TOO_MANY };
  const sent = await asStranger((ctx) => sendCode(ctx, { accountId: onboarding.account.id, visitToken }));
  if (sent.outcome === "too_soon")
    return { message: "We sent a code less than a minute ago. Give it a moment to arrive." };
  if (sent.outcome === "too_many") {
    return { message: "We have sent several codes already. Use the newest one, or ask for another in an hour." };
  }
  if (sent.cookie) await keepVisit(sent.cookie);
  redirect(startOf(token));
});

/** Checks a typed code; the right one begins. */
export const confirmCode = action(getVisitor, [read.link, read.state, read.form], async (visitor, token, _, form) => {
  const { onboarding, visitToken, proven } = visitor;
  if (proven || onboarding.expired) redirect(startOf(token));
  const code = textOf(form, "code");
  if (code.replace(/\D/g, "").length !== CODE_DIGITS) {
    return { errors: { code: `Enter the ${CODE_DIGITS} digits from the mail.` }, values: { code } };
  }
  if (!(await mayGoOn(TRIED))) return { message: TOO_MANY };
  const checked = await asStranger((ctx) => checkCode(ctx, { accountId: onboarding.account.id, visitToken, code }));
  if (checked.outcome === "wrong") {
    const left = checked.triesLeft === 1 ? "one try" : `${checked.triesLeft} tries`;
    return { errors: { code: `That is not the code we sent last. You have ${left} left.` } };
  }
  if (checked.outcome === "over") return { errors: { code: "This code does not work any more. Ask for a new one." } };
  await keepVisit(checked.cookie);
  await startFor(visitor, checked.visit);
  redirect(startOf(token));
});

/** Starts a check, or a new one after a rejection. Behind the creator's own mailed link, this also proves the mailbox. */
export const start = action(getVisitor, [read.link], async (visitor, token): Promise<void> => {
  const visit = await proveByOwnMail(visitor);
  if (visit) await startFor(visitor, visit);
  redirect(visit ? `${startOf(token)}/details` : startOf(token));
});

async function startFor({ onboarding: { account } }: Visitor, visit: ProvenVisit): Promise<void> {
  const { id: accountId, userId } = account;
  // Somebody who has not approved the link yet is asked that first. Why a check cannot begin, the next page says.
  if (userId) await outcomeOf(await personCtx({ userId, visit }), (ctx) => startCheck(ctx, { accountId }));
}

/** Mails a new link, for one that has run out or where only the mailbox leads on. The answer is the same for every link. */
export const renewLink = action(anybody, [read.link], async (_, token): Promise<FormState> => {
  if (!(await mayGoOn(ASKED))) return { message: TOO_MANY };
  await asStranger(() => renewMailLink(token));
  return { ok: true };
});

// The processor's pages lead back to one address of ours: a link's token is told to nobody and kept nowhere.
const RETURN = { returnTo: RETURN_COOKIE.path };

/** On to the payment page. */
export const pay = action(getVisitor, [read.link], async ({ proven }, token): Promise<FormState> => {
  // Whoever may not be told how it stands may not pay either: the page says what the way on is.
  if (proven?.payment?.state !== "due") redirect(subscriptionOf(token));
  const opened = await outcomeOf(await personCtx(proven), (by) => startSubscription(by, RETURN));
  if (!opened.ok) return { message: opened.error };
  await rememberReturn(token);
  redirect(opened.value);
});

/** On to the page of the person's own cards, after a renewal that was not paid. */
export const mendPayment = action(getVisitor, [read.link], async ({ proven }, token): Promise<FormState> => {
  if (proven?.payment?.state !== "past_due") redirect(subscriptionOf(token));
  const opened = await outcomeOf(await personCtx(proven), (by) => openBillingPortal(by, RETURN));
  if (!opened.ok) return { message: opened.error };
  await rememberReturn(token);
  redirect(opened.value);
});
