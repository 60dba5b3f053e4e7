import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { randomToken } from "@/lib/platform/crypto";
import { log } from "@/lib/platform/log";
import type { Mailbox, SunkMail } from "./mailbox";

const LISTED_MAX = 100;
const LOCAL_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * The inbox over HTTP: `/`, `/messages/{id}`, its `/html` and `/raw`, `/messages.json?to=&limit=`, and `/hooks`.
 * Mails hold sign-in links, so it answers only to names of this machine: a web page elsewhere that points its own name
 * at this address gets nothing.
 */
export function createInboxServer(mailbox: Mailbox): Server {
  return createServer((request, response) => {
    answer(mailbox, request, response).catch((error: unknown) => {
      log.error({ err: error }, "inbox failed");
      if (!response.headersSent) send(response, 500, "text/plain", "The inbox could not be read.");
    });
  });
}

async function answer(mailbox: Mailbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = `http://${request.headers.host ?? "localhost"}`;
  if (!URL.canParse(address) || !LOCAL_NAMES.has(new URL(address).hostname)) {
    return send(response, 403, "text/plain", "The inbox is open to this machine only.");
  }
  // The demo's webhook endpoint takes every event, and keeps none.
  if (request.method === "POST" && request.url === "/hooks") {
    request.resume();
    return void response.writeHead(204).end();
  }
  if (request.method !== "GET" && request.method !== "HEAD") return send(response, 405, "text/plain", "GET only.");
  const url = new URL(request.url ?? "/", address);
  const to = url.searchParams.get("to") ?? "";

  if (url.pathname === "/") {
    const nonce = randomToken(16);
    const policy = `script-src 'nonce-${nonce}'; connect-src 'self'; form-action 'self'`;
    const mails = await mailbox.list({ to, limit: LISTED_MAX });
    return send(response, 200, "text/html", inboxPage(mails, { to, nonce }), policy);
  }
  if (url.pathname === "/messages.json") {
    const limit = Math.min(Math.max(Number(url.searchParams.get("limit")) || LISTED_MAX, 1), LISTED_MAX);
    const mails = await mailbox.list({ to, limit });
    return send(response, 200, "application/json", JSON.stringify(mails.map((mail) => inJson(mail, url.origin))));
  }
  const [, id = "", part] = /^\/messages\/([^/]+)(?:\/(html|raw))?$/.exec(url.pathname) ?? [];
  if (part === "raw") {
    const raw = await mailbox.findRaw(id);
    return raw ? send(response, 200, "text/plain", raw) : send(response, 404, "text/plain", "There is no such mail.");
  }
  const mail = await mailbox.find(id);
  if (!mail) return send(response, 404, "text/plain", "There is no such mail.");
  if (part === "html") {
    const policy = "sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'; img-src data:";
    return send(response, 200, "text/html", framedMail(mail), policy);
  }
  send(response, 200, "text/html", mailPage(mail), "frame-src 'self'");
}

function inJson({ html: _, ...mail }: SunkMail, origin: string) {
  return { ...mail, url: `${origin}/messages/${mail.id}` };
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer, policy = ""): void {
  const base = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'";
  const framing = policy.includes("frame-ancestors") ? "" : "; frame-ancestors 'none'";
  response.writeHead(status, {
    "Content-Type": `${type}; charset=utf-8`,
    "Content-Length": Buffer.byteLength(body),
    "Content-Security-Policy": `${base}${framing}${policy ? `; ${policy}` : ""}`,
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(body);
}

const STYLES = `
:root { color-scheme: light dark; --page: #ffffff; --ink: #18181b; --line: #d4d4d8; --soft: #52525b; --link: #1d4ed8; }
@media (prefers-color-scheme: dark) { :root { --page: #09090b; --ink: #fafafa; --line: #3f3f46; --soft: #a1a1aa; --link: #93c5fd; } }
body { margin: 0 auto; padding: 16px; max-width: 880px; font: 16px/24px ui-sans-serif, system-ui, sans-serif; }
html { background: var(--page); color: var(--ink); }
h1 { font-size: 24px; line-height: 32px; margin: 8px 0 16px; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 24px 0 8px; }
a { color: var(--link); }
ol { list-style: none; margin: 0; padding: 0; }
li { border-top: 1px solid var(--line); }
li a { display: block; padding: 12px 0; overflow-wrap: anywhere; }
.mails a { color: inherit; text-decoration: none; }
li strong { display: block; }
.soft, dt { color: var(--soft); font-size: 14px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 0 16px; }
dd { margin: 0; overflow-wrap: anywhere; }
input, button { font: inherit; color: inherit; background: var(--page); border: 1px solid var(--soft); border-radius: 6px; padding: 8px 12px; max-width: 100%; box-sizing: border-box; }
iframe { box-sizing: border-box; width: 100%; height: 640px; border: 1px solid var(--line); border-radius: 6px; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 16px; border: 1px solid var(--line); border-radius: 6px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }`;

// Reloads when a mail arrives, but not while somebody types.
const RELOAD = `
const newest = document.body.dataset.newest;
setInterval(async () => {
  const answer = await fetch("/messages.json?limit=1" + location.search.replace("?", "&")).catch(() => null);
  if (!answer?.ok || document.activeElement?.tagName === "INPUT") return;
  const [first] = await answer.json();
  if ((first?.id ?? "") !== newest) location.reload();
}, 2000);`;

/** The list of mails, newest first, with a search by recipient. `nonce` lets the page's own script run. */
function inboxPage(mails: SunkMail[], { to, nonce }: { to: string; nonce: string }): string {
  const rows = mails.map(
    (mail) => `<li><a href="/messages/${mail.id}"><strong>${escaped(mail.subject || "(no subject)")}</strong>
      <span class="soft">To ${escaped(mail.to.join(", "))} · ${time(mail)}</span></a></li>`,
  );
  const empty = to
    ? `No mail to ${escaped(to)}. <a href="/">Show all mail</a>`
    : `No mail yet. What ${SERVICE_NAME} sends on this machine arrives here and nowhere else.`;
  return page(
    "Inbox",
    `<main><h1>Inbox</h1>
    <form role="search"><p><label for="to">Recipient</label><br>
      <input id="to" name="to" type="search" size="32" value="${escaped(to)}" autocomplete="off"> <button>Search</button></p></form>
    ${rows.length > 0 ? `<ol class="mails">${rows.join("\n")}</ol>` : `<p>${empty}</p>`}</main>
    <script nonce="${nonce}">${RELOAD}</script>`,
    mails[0]?.id ?? "",
  );
}

/** One mail: its facts, the page as a mail client shows it (isolated), the text part, the links. */
function mailPage(mail: SunkMail): string {
  const links = mail.links.map((link) => `<li><a href="${escaped(link)}" rel="noreferrer">${escaped(link)}</a></li>`);
  const html = `<h2>Page</h2><iframe title="The mail as a page" src="/messages/${mail.id}/html"
    sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
  return page(
    mail.subject,
    `<nav><a href="/">Inbox</a></nav>
    <main><h1>${escaped(mail.subject || "(no subject)")}</h1>
    <dl><dt>From</dt><dd>${escaped(mail.from)}</dd><dt>To</dt><dd>${escaped(mail.to.join(", "))}</dd>
    <dt>Received</dt><dd>${time(mail)}</dd><dt>Message-ID</dt><dd>${escaped(mail.messageId)}</dd></dl>
    ${links.length > 0 ? `<h2>Links</h2><ol>${links.join("\n")}</ol>` : ""}
    ${mail.html ? html : ""}
    <h2>Text</h2><pre>${escaped(mail.text)}</pre>
    <p><a href="/messages/${mail.id}/raw">As it came over the wire</a></p></main>`,
  );
}

/** The mail's own HTML for the isolated frame; its links open in a new tab. */
function framedMail(mail: SunkMail): string {
  return `<!doctype html><base target="_blank">${mail.html}`;
}

function page(title: string, body: string, newest = ""): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)} · ${SERVICE_NAME} inbox</title>
<style>${STYLES}</style></head><body data-newest="${newest}">${body}</body></html>`;
}

function time({ receivedAt }: SunkMail): string {
  return `<time datetime="${receivedAt}">${receivedAt.slice(0, 19).replace("T", " ")} UTC</time>`;
}

function escaped(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character);
}
