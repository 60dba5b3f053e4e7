import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeRateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { answersIn, envelopeIn, rawCaller } from "@/lib/testing/http";
import { createDispatch } from "./dispatch";
import { createHttpServer, listen } from "./listen";
import { createPageBodies, FILE_ROUTES, PAGE_BODY_BYTES } from "./page-door";

const ARRIVAL_MS = 500;
const LIMIT = 16;
const SOON = { timeout: 60_000 };

// Reads its body and echoes it.
const echo = { PUT: async (call: Request) => new Response(await call.text()) };

let server: Server;
let port: number;
let toNext: string[];
let sockets: Socket[];
// What the fake Next does before it answers.
let reading: (message: IncomingMessage) => Promise<unknown>;

async function start(arrivalMs?: number): Promise<void> {
  await closeRateLimiter();
  toNext = [];
  sockets = [];
  reading = text;
  server = createHttpServer(
    createDispatch({
      routes: [],
      plainRoutes: [{ path: "/plain", handlers: echo }],
      rest: async (message, response) => {
        toNext.push(message.url ?? "");
        const read = await reading(message).catch(() => "broken off");
        response.end(`next read ${String(read).length}`);
      },
      pageBodies: createPageBodies({ ownLimits: FILE_ROUTES, arrivalMs }),
      baseUrl: "http://localhost:3000",
      trustedProxies: 1,
    }),
  );
  port = await listen(server, { port: 0, host: "127.0.0.1" });
}
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
});

/** Sends `text` and stays connected. `closed` and `heard` hold the outcome. */
function caller(text: string) {
  const { socket, said: heard } = rawCaller(port, text);
  sockets.push(socket);
  return { socket, heard, closed: () => socket.closed };
}

/** Waits for a complete response. */
async function answered(said: string): Promise<string> {
  const { heard } = caller(said);
  await expect.poll(heard, SOON).toMatch(/\r\n\r\n./s);
  return heard();
}

const post = (headers: string, { path = "/sign-in", from = "203.0.113.9" } = {}) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nOrigin: http://localhost:3000\r\nX-Forwarded-For: ${from}\r\n${headers}\r\n\r\n`;
const LONG = `Content-Length: ${PAGE_BODY_BYTES + 1}`;
const PHOTO = "/onboard/t0ken/photos/person";

describe("a body for a page", () => {
  beforeEach(() => start(ARRIVAL_MS));

  it("reaches Next if it declares its length and isn't too large for a form", async () => {
    const body = "a".repeat(PAGE_BODY_BYTES);
    const said = await answered(`${post(`Content-Length: ${body.length}`)}${body}`);
    expect(answersIn(said.replace(/\r\nTransfer-Encoding: chunked/, ""))[0]?.status).toBe(200);
    expect(said).toContain(`next read ${PAGE_BODY_BYTES}`);
  });

  it.each([
    ["one byte too large", LONG, 413],
    ["half a gigabyte, held back until it is asked for", "Content-Length: 500000000\r\nExpect: 100-continue", 413],
    ["in chunks, which have no end", "Transfer-Encoding: chunked", 411],
  ])("doesn't reach Next, and the connection closes: %s", async (_, headers, status) => {
    const { heard, closed } = caller(post(headers));
    await expect.poll(closed, SOON).toBe(true);
    const answer = envelopeIn(heard());
    expect([answer.status, answer.headers.get("connection")]).toEqual([status, "close"]);
    expect(toNext).toEqual([]);
  });

  it("is checked whatever its method", async () => {
    expect(await answered(post(LONG).replace("POST", "GET"))).toContain("HTTP/1.1 413");
    expect(await answered(post(LONG).replace("POST", "DELETE"))).toContain("HTTP/1.1 413");
    expect(toNext).toEqual([]);
  });

  it("loses its connection if it stops or arrives too slowly", async () => {
    const still = caller(`${post("Content-Length: 1000")}a`);
    const slow = caller(post("Content-Length: 1000"));
    const drops = setInterval(() => slow.socket.write("a"), 50);
    await expect.poll(() => [still.closed(), slow.closed()], SOON).toEqual([true, true]);
    clearInterval(drops);
    expect([toNext.length, still.heard(), slow.heard()]).toEqual([2, "", ""]);
  });

  it("loses it too if its answer didn't wait for it", async () => {
    reading = async () => "";
    const { heard, closed } = caller(`${post("Content-Length: 1000")}a`);
    await expect.poll(heard, SOON).toContain("next read 0");
    await expect.poll(closed, SOON).toBe(true);
  });

  it("isn't late while Next doesn't read it", async () => {
    reading = async (message) => {
      await new Promise((resolve) => setTimeout(resolve, ARRIVAL_MS * 2));
      return text(message);
    };
    const body = "a".repeat(PAGE_BODY_BYTES);
    const { heard } = caller(`${post(`Content-Length: ${body.length}`)}${body}`);
    await expect.poll(heard, SOON).toContain(`next read ${PAGE_BODY_BYTES}`);
  });
});

describe("the body deadline", () => {
  it("ends with the body, even if Next removed our listener", async () => {
    await start(ARRIVAL_MS);
    const begun = vi.spyOn(globalThis, "setInterval");
    const ended = vi.spyOn(globalThis, "clearInterval");
    reading = async (message) => {
      message.removeAllListeners("close");
      return text(message);
    };
    expect(await answered(`${post("Content-Length: 4")}aaaa`)).toContain("next read 4");
    const watches = begun.mock.results.filter((_, n) => begun.mock.calls[n]?.[1] === ARRIVAL_MS);
    expect(watches).toHaveLength(1);
    await expect.poll(() => ended.mock.calls.map(([timer]) => timer), SOON).toContain(watches[0]?.value);
    begun.mockRestore();
    ended.mockRestore();
  });
});

describe("a path with its own limits", () => {
  beforeEach(() => start(ARRIVAL_MS));

  it.each([PHOTO, "/consent/t0ken/photos/person"])("accepts large, chunked and slow bodies: %s", async (path) => {
    const slow = caller(`${post(LONG, { path })}a`);
    const chunked = caller(post("Transfer-Encoding: chunked", { path }));
    await new Promise((resolve) => setTimeout(resolve, ARRIVAL_MS * 2));
    slow.socket.write("a".repeat(PAGE_BODY_BYTES));
    chunked.socket.write("1\r\na\r\n0\r\n\r\n");
    await expect.poll(slow.heard, SOON).toContain(`next read ${PAGE_BODY_BYTES + 1}`);
    await expect.poll(chunked.heard, SOON).toContain("next read 1");
  });

  it.each([
    `${PHOTO}/`,
    `${PHOTO}/more`,
    "/onboard/t0ken/photos",
    "/consent/t0ken/sign",
    "/onboard//photos/person",
    "/Onboard/t/photos/person",
  ])("is not %s", async (path) => expect(await answered(post(LONG, { path }))).toContain("HTTP/1.1 413"));

  it("may also be one that our server handles", async () => {
    const body = "a".repeat(PAGE_BODY_BYTES + 1);
    const said = post(LONG, { path: "/plain" }).replace("POST", "PUT");
    expect(await answered(`${said}${body}`)).toContain("HTTP/1.1 200");
  });
});

describe("arriving bodies", () => {
  beforeEach(() => start());

  const begun = (from?: string) => caller(`${post("Content-Length: 4", from ? { from } : {})}a`);
  const whole = (from?: string) => answered(`${post("Content-Length: 4", from ? { from } : {})}aaaa`);

  it("are limited per network", async () => {
    const many = Array.from({ length: LIMIT }, () => begun());
    await expect.poll(() => toNext.length, SOON).toBe(LIMIT);
    const refused = envelopeIn(await whole());
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
    expect(await whole("203.0.113.10")).toContain("next read 4");
    expect(await answered(post("Content-Length: 0"))).toContain("next read 0");
    many[0]?.socket.write("aaa");
    await expect.poll(() => many[0]?.heard(), SOON).toContain("next read 4");
    expect(await whole()).toContain("next read 4");
  });

  it("count per network, not per address", async () => {
    Array.from({ length: LIMIT }, (_, n) => begun(`2001:db8:1:2::${n + 1}`));
    await expect.poll(() => toNext.length, SOON).toBe(LIMIT);
    expect(await whole("2001:db8:1:2:ffff::9")).toContain("HTTP/1.1 429");
    expect(await whole("2001:db8:1:3::1")).toContain("next read 4");
  });

  it("stop counting when their callers disconnect", async () => {
    for (const { socket } of Array.from({ length: LIMIT }, () => begun())) {
      await expect.poll(() => toNext.length, SOON).toBeGreaterThan(0);
      socket.destroy();
    }
    await expect.poll(() => whole(), SOON).toContain("next read 4");
  });

  it("stop counting once they have arrived, even if unread", async () => {
    let go = () => {};
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    reading = (message) => wait.then(() => text(message));
    const many = Array.from({ length: LIMIT + 4 }, () => caller(`${post("Content-Length: 4")}aaaa`));
    await expect.poll(() => toNext.length, SOON).toBe(LIMIT + 4);
    go();
    for (const { heard } of many) await expect.poll(heard, SOON).toContain("next read 4");
  });
});
