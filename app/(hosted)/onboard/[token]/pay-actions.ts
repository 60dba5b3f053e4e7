"use server";

import { redirect } from "next/navigation";
import { action, read } from "@/app/action";
import { outcomeOf } from "@/app/forms";
import type { FormState } from "@/components/ui/form";
import { openBillingPortal, startSubscription } from "@/lib/domain/billing";
import { getVisitor, personCtx, RETURN_COOKIE, rememberReturn, subscriptionOf } from "./visitor";

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
