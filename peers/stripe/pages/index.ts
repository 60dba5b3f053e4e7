import type { Account, Thing } from "@/peers/stripe/account";
import { actOnCheckout, actOnInvoice, checkoutPage, invoicePage } from "./checkout";
import { html, page } from "./html";
import { actOnPortal, portalPage } from "./portal";
import { actOnVerification, verificationPage } from "./verification";

type Page = {
  path: RegExp;
  object: string;
  show: (account: Account, thing: Thing, query: URLSearchParams) => string;
  act: (account: Account, thing: Thing, form: URLSearchParams) => string;
};

const PAGES: readonly Page[] = [
  { path: /^\/c\/pay\/(\w+)$/, object: "checkout.session", show: checkoutPage, act: actOnCheckout },
  { path: /^\/p\/session\/(\w+)$/, object: "billing_portal.session", show: portalPage, act: actOnPortal },
  { path: /^\/i\/(\w+)$/, object: "invoice", show: invoicePage, act: actOnInvoice },
  {
    path: /^\/start\/(\w+)$/,
    object: "identity.verification_session",
    show: verificationPage,
    act: actOnVerification,
  },
];

export type PageAnswer = { status: number; html: string } | { status: 303; location: string };

/** Answers a browser with a page or a form's redirect. The id in the URL is the permission. */
export function answerPage(
  account: Account,
  { method, url, body }: { method: string; url: URL; body: string },
): PageAnswer {
  for (const { path, object, show, act } of PAGES) {
    const thing = account.find(object, path.exec(url.pathname)?.[1]);
    if (!thing || thing.status === "draft") continue;
    if (method === "GET" || method === "HEAD") return { status: 200, html: show(account, thing, url.searchParams) };
    if (method !== "POST") return { status: 405, html: page("This page takes GET and POST only", html``) };
    const next = act(account, thing, new URLSearchParams(body));
    return { status: 303, location: next.startsWith("?") ? `${url.pathname}${next === "?" ? "" : next}` : next };
  }
  return { status: 404, html: page("This page does not exist", html`<p>The link may be old or incomplete.</p>`) };
}
