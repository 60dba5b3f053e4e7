import {
  type Account,
  advance,
  cancelAtPeriodEnd,
  changeCard,
  dispute,
  isCardKind,
  isFreshPortal,
  type Thing,
  textOf,
} from "@/peers/stripe/account";
import { cardChoice, day, type Html, html, money, page, problemOf } from "./html";

const INVOICES_SHOWN = 12;

/** Stands in for Stripe's customer portal, with buttons for what otherwise takes a month or a bank. */
export function portalPage(account: Account, portal: Thing, query: URLSearchParams): string {
  const customer = account.find("customer", portal.customer);
  if (!customer || !isFreshPortal(account, portal)) {
    return page("This page has expired", html`<p>Go back and open it again.</p>`);
  }
  const subscription = runningOf(account, customer);
  const problem = problemOf(query.get("problem"));
  const back = portal.return_url ? html`<p><a href="${textOf(portal.return_url)}">Go back</a></p>` : null;
  const body = html`${back}${subscription && subscriptionOf(account, subscription)}
    <h2>Card</h2><p>${cardOf(account, customer)}</p>
    <form method="post">${cardChoice("Another card", problem)}
    <button name="do" value="card">Use this card</button></form>${invoicesOf(account, customer)}`;
  return page("Billing", body, customer.email);
}

/** Handles one of the page's buttons. Returns the redirect. */
export function actOnPortal(account: Account, portal: Thing, form: URLSearchParams): string {
  const customer = account.find("customer", portal.customer);
  if (!customer || !isFreshPortal(account, portal)) return "?";
  const subscription = runningOf(account, customer);
  const wish = form.get("do");
  const card = form.get("card");
  if (wish === "card") {
    const saved = changeCard(account, customer, isCardKind(card) ? card : "declines");
    return saved ? "?" : "?problem=declined";
  }
  if (wish === "dispute") return dispute(account, customer.id) ? "?" : "?problem=unpaid";
  if (!subscription) return "?";
  if (wish === "cancel" || wish === "resume") cancelAtPeriodEnd(account, subscription, wish === "cancel");
  if (wish === "renew") advance(account, subscription);
  return "?";
}

const runningOf = (account: Account, { id: customer }: Thing): Thing | undefined =>
  account.all("subscription", { customer }).find(({ status }) => status !== "canceled");

function subscriptionOf(account: Account, subscription: Thing): Html {
  const { latest_invoice: latest, status, cancel_at_period_end: ends, _product, _cents } = subscription;
  const period = account.all("line_item", { invoice: latest })[0]?.period;
  const until = day(Object(period).end);
  const says =
    status === "past_due"
      ? html`The last renewal was not paid. Choose another card below to pay it.`
      : html`${textOf(_product)}, ${money(_cents)} a month. ${ends ? "Ends" : "Renews"} ${until}.`;
  return html`<h2>Subscription</h2><p>${says}</p><form method="post"><p class="buttons">
    ${ends ? button("resume", "Keep subscription") : button("cancel", "Cancel subscription")}</p>
    <p class="soft">Only in this stand-in:</p><p class="buttons">${button("renew", "Let the period end now")}
    ${button("dispute", "Dispute the last payment")}</p></form>`;
}

const button = (wish: string, label: string): Html =>
  html`<button class="second" name="do" value="${wish}">${label}</button>`;

function cardOf(account: Account, { id, invoice_settings: settings }: Thing): string {
  const cards = account.all("payment_method", { customer: id });
  const method = cards.find((one) => one.id === Object(settings).default_payment_method) ?? cards[0];
  if (!method) return "No saved card.";
  const { brand, last4 } = Object(method.card);
  return `${brand === "visa" ? "Visa" : "Mastercard"} •••• ${last4}`;
}

function invoicesOf(account: Account, { id: customer }: Thing): Html | null {
  const invoices = account.all("invoice", { customer }).filter(({ status }) => status !== "draft");
  if (invoices.length === 0) return null;
  const rows = invoices.slice(0, INVOICES_SHOWN).map(
    ({ hosted_invoice_url: url, number, total, status, created }) => html`<tr>
      <td><a href="${textOf(url)}">${textOf(number)}</a></td><td>${day(created)}</td>
      <td>${money(total)}, ${textOf(status)}</td></tr>`,
  );
  return html`<h2>Invoices</h2><table><thead><tr><th scope="col">Number</th><th scope="col">Date</th>
    <th scope="col">Amount</th></tr></thead><tbody>${rows}</tbody></table>`;
}
