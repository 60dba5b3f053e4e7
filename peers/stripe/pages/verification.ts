import { type Account, ADULT, showDocument, type Thing, textOf } from "@/peers/stripe/account";
import { html, page } from "./html";

/** Stands in for Stripe Identity's page, which photographs a document and a face. */
export function verificationPage(_: Account, session: Thing): string {
  const back = html`<p><a href="${textOf(session.return_url)}">Go back</a></p>`;
  if (session.status !== "requires_input") return page("Your ID was checked", back);
  const { first_name: first, last_name: last } = ADULT;
  const form = html`<form method="post"><p class="buttons">
    <button name="do" value="show">Show a readable passport</button>
    <button class="second" name="do" value="blur">Show an unreadable one</button></p></form>`;
  return page("Verify your ID", html`<p>The passport is ${first} ${last}’s.</p>${form}${back}`);
}

/** Handles the page's buttons. Returns the redirect. */
export function actOnVerification(account: Account, session: Thing, form: URLSearchParams): string {
  showDocument(account, session, { isReadable: form.get("do") === "show" });
  return textOf(session.return_url) || "?";
}
