import {
  type Account,
  answerBank,
  isCardKind,
  payOnPage,
  submitCard,
  type Thing,
  textOf,
} from "@/peers/stripe/account";
import { cardChoice, day, type Html, html, money, page, problemOf } from "./html";

/** Stands in for Stripe Checkout: subscribe, or save a card. */
export function checkoutPage(account: Account, session: Thing, query: URLSearchParams): string {
  const email = account.find("customer", session.customer)?.email;
  if (session.status !== "open") return page(...over(session), email);
  const { cents, product } = Object(session._sold);
  const subscribes = session.mode === "subscription";
  const price = `${money(cents)} a month`;
  const back = html`<p><a href="${textOf(session.cancel_url)}">Go back</a></p>`;
  const form = session._asked
    ? bankQuestion
    : html`<form method="post">${cardChoice("Card", problemOf(query.get("problem")))}
        <button>${subscribes ? `Subscribe for ${price}` : "Save this card"}</button></form>`;
  const about = subscribes ? `${price}, until you cancel.` : "For later charges. You pay nothing now.";
  const title = subscribes ? textOf(product) : "Save a card";
  return page(title, html`<p>${about}</p>${form}${session.cancel_url ? back : null}`, email);
}

/** Handles the page's form. Returns the redirect. */
export function actOnCheckout(account: Account, session: Thing, form: URLSearchParams): string {
  const asked = session._asked;
  const card = form.get("card");
  const step = isCardKind(asked)
    ? answerBank(account, session, asked, form.get("answer") === "yes")
    : submitCard(account, session, isCardKind(card) ? card : "declines");
  return step === "done" ? doneUrl(session) : step === "declined" ? "?problem=declined" : "?";
}

const bankQuestion = html`<form method="post"><h2>Your bank asks: is this you?</h2>
  <p>A real bank asks in its app, or sends a code.</p>
  <p class="buttons"><button name="answer" value="yes">Yes, it’s me</button>
  <button class="second" name="answer" value="no">No</button></p></form>`;

function over(session: Thing): [title: string, body: Html] {
  return session.status === "complete"
    ? ["Done", html`<p><a href="${doneUrl(session)}">Continue</a></p>`]
    : ["This page has expired", html`<p><a href="${textOf(session.cancel_url)}">Go back and start again</a></p>`];
}

const doneUrl = (session: Thing): string => textOf(session.success_url).replace("{CHECKOUT_SESSION_ID}", session.id);

/** Stands in for Stripe's hosted invoice: read, print, and pay while it is open. */
export function invoicePage(account: Account, invoice: Thing, query: URLSearchParams): string {
  const email = account.find("customer", invoice.customer)?.email;
  const { finalized_at: sent, paid_at: paid } = Object(invoice.status_transitions);
  const lines = account.all("line_item", { invoice: invoice.id }).reverse();
  const rows = lines.map(({ description, amount, period }) => {
    const { start, end } = Object(period);
    const time = start ? html`<small>${day(start)} to ${day(end)}</small>` : null;
    return html`<tr><td>${textOf(description)} ${time}</td><td>${money(amount)}</td></tr>`;
  });
  const form = html`<form method="post">${cardChoice("Card", problemOf(query.get("problem")))}
    <button>Pay ${money(invoice.total)}</button></form>`;
  const body = html`<p>${textOf(invoice.description)}</p>
    <p class="soft">Status: ${textOf(invoice.status)}. Sent ${day(sent)}${paid ? html`, paid ${day(paid)}` : null}.</p>
    <table><thead><tr><th scope="col">Description</th><th scope="col">Amount</th></tr></thead><tbody>${rows}
    <tr><td><strong>Total</strong></td><td><strong>${money(invoice.total)}</strong></td></tr></tbody></table>
    ${invoice.status === "open" ? form : null}`;
  return page(`Invoice ${textOf(invoice.number)}`, body, email);
}

/** Pays an invoice. Returns the redirect. */
export function actOnInvoice(account: Account, invoice: Thing, form: URLSearchParams): string {
  const card = form.get("card");
  const step = payOnPage(account, invoice, isCardKind(card) ? card : "declines");
  return step === "declined" ? "?problem=declined" : "?";
}
