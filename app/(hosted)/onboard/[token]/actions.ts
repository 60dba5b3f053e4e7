"use server";

import { redirect } from "next/navigation";
import { personCtx, rememberReturn, returnPage, TOO_MANY } from "@/app/(hosted)/browser";
import { enterCode, mailCode, mayAskForMail } from "@/app/(hosted)/codes";
import { action, anybody, LINK_FORM, read } from "@/app/action";
import { outcomeOf } from "@/app/forms";
import type { FormState } from "@/components/ui/form";
import { renewMailLink } from "@/lib/domain/accounts";
import { openBillingPortal, startSubscription } from "@/lib/domain/billing";
import type { Ctx, PersonActor, ProvenVisit } from "@/lib/domain/core/context";
import { checkCode, readStage, sendCode } from "@/lib/domain/creators/onboarding";
import { startCheck } from "@/lib/domain/identity";
import { asAnonymous, getVisitor, type Proven, proveByOwnMail, startOf, subscriptionOf, type Visitor } from "./visitor";

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
  const asked = { accountId: onboarding.account.id, visitToken };
  return mailCode(startOf(token), () => asAnonymous((ctx) => sendCode(ctx, asked)));
});

/** Checks a typed code. The right one starts the check. */
export const confirmCodeAction = action(getVisitor, LINK_FORM, async (visitor, token, _, form) => {
  const { onboarding, visitToken, proven } = visitor;
  if (proven || onboarding.expired) redirect(startOf(token));
  const asked = { accountId: onboarding.account.id, visitToken };
  const entered = await enterCode(form, {
    subject: onboarding.account.id,
    check: (code) => asAnonymous((ctx) => checkCode(ctx, { ...asked, code })),
  });
  if (!entered.ok) return entered.state;
  await startFor(visitor, entered.proven.visit);
  redirect(startOf(token));
});

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
  if (!(await mayAskForMail())) return { message: TOO_MANY };
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
