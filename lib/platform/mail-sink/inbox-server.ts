import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { randomToken } from "@/lib/platform/crypto";
import { log } from "@/lib/platform/log";
import { framedMail, inboxPage, mailPage } from "./inbox-page";
import type { Mailbox, SunkMail } from "./mailbox";

const LISTED_MAX = 100;
const LOCAL_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * The inbox over HTTP: `/`, `/messages/{id}`, its `/html` and `/raw`, and `/messages.json?to=&limit=`.
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
