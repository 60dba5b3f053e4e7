import { type Account, isCardKind, payOnPage, type Thing, textOf } from "@/peers/stripe/account";
import { cardChoice, day, html, money, page, problemOf } from "./html";

/** Where Stripe's hosted invoice would be: to read, to print, and to pay while it is open. */
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

/** Pays an invoice. Returns where to go next. */
export function actOnInvoice(account: Account, invoice: Thing, form: URLSearchParams): string {
  const card = form.get("card");
  const step = payOnPage(account, invoice, isCardKind(card) ? card : "declines");
  return step === "declined" ? "?problem=declined" : "?";
}
