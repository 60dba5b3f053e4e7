"use server";

import { redirect } from "next/navigation";
import { actionId } from "@/app/action-id";
import { isSimulatedCard, type SimulatedCard } from "@/lib/platform/payments/simulated/cards";
import {
  answerSimulatedBank,
  findSimulatedCheckout,
  type Step,
  submitSimulatedCard,
} from "@/lib/platform/payments/simulated/checkout-page";
import { findSimulatedInvoice, paySimulatedInvoice } from "@/lib/platform/payments/simulated/invoice-page";
import { SIMULATED_PAGES } from "@/lib/platform/payments/simulated/pages";
import {
  cancelSimulatedSubscription,
  changeSimulatedCard,
  disputeSimulatedPayment,
  renewSimulatedSubscription,
} from "@/lib/platform/payments/simulated/portal-page";
import { assertSimulated } from "./assert-simulated";

/** Pays with the chosen card, or saves it. */
export async function chooseCard(page: string, form: FormData): Promise<never> {
  const id = await getCheckout(page);
  return goOn(id, await submitSimulatedCard(id, cardIn(form)));
}

/** Answers the bank's question. */
export async function answerBank(page: string, form: FormData): Promise<never> {
  const id = await getCheckout(page);
  return goOn(id, await answerSimulatedBank(id, form.get("answer") === "yes"));
}

export async function changeCard(page: string, form: FormData): Promise<never> {
  const id = known(page);
  const outcome = await changeSimulatedCard(id, cardIn(form));
  redirect(`${SIMULATED_PAGES}/portal/${id}${outcome === "declined" ? "?problem=declined" : ""}`);
}

/** What the buttons of a customer's page do. */
export async function manage(page: string, form: FormData): Promise<never> {
  const id = known(page);
  const wish = form.get("wish");
  if (wish === "cancel" || wish === "resume") await cancelSimulatedSubscription(id, wish === "cancel");
  if (wish === "renew") await renewSimulatedSubscription(id);
  if (wish === "dispute") await disputeSimulatedPayment(id);
  redirect(`${SIMULATED_PAGES}/portal/${id}`);
}

export async function payInvoice(page: string, form: FormData): Promise<never> {
  const id = known(page);
  if (!(await findSimulatedInvoice(id))) redirect(`${SIMULATED_PAGES}/invoices/${id}`);
  const outcome = await paySimulatedInvoice(id, cardIn(form));
  redirect(`${SIMULATED_PAGES}/invoices/${id}${outcome === "declined" ? "?problem=declined" : ""}`);
}

function known(page: string): string {
  assertSimulated();
  return actionId(page);
}

async function getCheckout(page: string): Promise<string> {
  const id = known(page);
  if (!(await findSimulatedCheckout(id))) redirect(`${SIMULATED_PAGES}/checkout/${id}`);
  return id;
}

const cardIn = (form: FormData): SimulatedCard => {
  const card = form.get("card");
  return isSimulatedCard(card) ? card : "declines";
};

async function goOn(id: string, step: Step): Promise<never> {
  const checkout = step === "done" ? await findSimulatedCheckout(id) : null;
  if (checkout) redirect(checkout.doneUrl);
  redirect(`${SIMULATED_PAGES}/checkout/${id}${step === "declined" ? "?problem=declined" : ""}`);
}
