import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { env } from "@/lib/platform/env";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { ownServer } from "@/lib/testing/own-server";
import { RATE_LIMITS } from "../rate-limits";
import { waitForPage } from "./page-door";

const own = ownServer();
const proxied = ownServer({ trustedProxies: 1 });
const { baseUrl } = env();
const OURS = { origin: baseUrl, "sec-fetch-site": "same-origin" };

describe("a request that may change something", () => {
  it.each<[string, Record<string, string>]>([
    ["says nothing of where it comes from", {}],
    ["comes from another site, without an Origin", { "sec-fetch-site": "cross-site" }],
    ["comes from a sibling domain", { origin: baseUrl, "sec-fetch-site": "same-site" }],
    ["has the Origin of another site", { origin: "https://evil.example", "sec-fetch-site": "same-origin" }],
    ["has an Origin that is hidden", { origin: "null" }],
    ["has our Origin under another scheme", { origin: baseUrl.replace("http:", "https:") }],
    ["has an Origin that its Host agrees with", { origin: "http://evil.example", host: "evil.example" }],
    [
      "has an Origin that its forged name agrees with",
      { origin: "http://evil.example", "x-forwarded-host": "evil.example" },
    ],
    ["was typed into the address bar", { "sec-fetch-site": "none" }],
  ])("doesn't reach Next if it %s", async (_, headers) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      for (const server of [own, proxied]) {
        const before = server.toNext.length;
        const answer = await server.send("/portal", { method, headers: { ...headers, "next-action": "0".repeat(42) } });
        expect([answer.status, answer.json().error]).toEqual([403, expect.stringContaining(baseUrl)]);
        expect(server.toNext.length).toBe(before);
      }
    }
  });

  it.each([[OURS], [{ origin: baseUrl }], [{ "sec-fetch-site": "same-origin" }]])(
    "reaches Next with %j",
    async (headers) => {
      expect((await own.send("/portal", { method: "POST", headers })).text).toBe("next");
    },
  );

  it("reaches Next from the processor, on its one path", async () => {
    const post = (path: string) => own.send(path, { method: "POST", headers: { "stripe-signature": "t=1" } });
    expect((await post("/api/hooks/stripe")).text).toBe("next");
    for (const path of [
      "/api/hooks/stripe/",
      "/api/hooks/stripe/x",
      "/api/hooks",
      "/api/hooks/other",
      "/api/hooks/%73tripe",
    ])
      expect((await post(path)).status).toBe(403);
  });

  it("is refused with a page in a browser", async () => {
    const answer = await own.send("/portal", { method: "POST", headers: { accept: "text/html,*/*;q=0.8" } });
    expect([answer.status, answer.headers["content-type"]]).toEqual([403, "text/html; charset=utf-8"]);
    expect(answer.text).toContain("<h1>Forbidden</h1>");
    expect(answer.text).toContain(baseUrl);
  });

  it("is allowed if it can't change anything", async () => {
    const from = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    for (const method of ["GET", "HEAD"])
      expect((await own.send("/portal", { method, headers: from })).status).toBe(200);
  });
});

describe("many requests from one address", () => {
  const page = (address: string, path = "/portal") => proxied.send(path, { headers: { "x-forwarded-for": address } });

  it("are allowed up to the ceiling for pages, then told when to retry", async () => {
    for (let n = 0; n < RATE_LIMITS.pages.limit - 1; n++) await rateLimiter().take(RATE_LIMITS.pages, "203.0.113.9");
    expect((await page("203.0.113.9")).text).toBe("next");
    const before = proxied.toNext.length;
    const refused = await page("203.0.113.9");
    expect([refused.status, refused.headers["x-ratelimit-limit"], refused.headers["x-ratelimit-remaining"]]).toEqual([
      429,
      "1200",
      "0",
    ]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(proxied.toNext.length).toBe(before);
    // Others aren't limited, and neither are cheap files or anything but pages.
    expect((await page("203.0.113.10")).text).toBe("next");
    expect((await page("203.0.113.9", "/_next/static/chunks/a.js")).text).toBe("next");
    expect((await page("203.0.113.9", "/plain")).status).toBe(200);
    expect((await page("203.0.113.9", "/api/v1/nothing")).status).toBe(401);
  });

  it("don't count what the API counts or what the processor sends", async () => {
    const { limit } = await rateLimiter().peek(RATE_LIMITS.pages, "203.0.113.9");
    await page("203.0.113.9", "/api/hooks/stripe");
    await page("203.0.113.9", "/api/v1/nothing");
    expect((await rateLimiter().peek(RATE_LIMITS.pages, "203.0.113.9")).remaining).toBe(limit);
    await page("203.0.113.9");
    expect((await rateLimiter().peek(RATE_LIMITS.pages, "203.0.113.9")).remaining).toBe(limit - 1);
  });

  it("are refused in a browser with a page that says how long to wait", async () => {
    for (let n = 0; n < RATE_LIMITS.pages.limit; n++) await rateLimiter().take(RATE_LIMITS.pages, "127.0.0.1");
    const refused = await own.send("/", { headers: { accept: "text/html" } });
    expect([refused.status, refused.headers["content-type"]]).toEqual([429, "text/html; charset=utf-8"]);
    expect(refused.text).toMatch(/Try again in (60|59) seconds/);
  });
});

describe("files that never change", () => {
  it.each([
    "/_next/static/../../portal",
    "/_next/static/chunks/%2e%2E/../../portal",
    "/_next/static/.%2e/..\\portal",
    "/_next/static/..%2f..%2fportal",
  ])("don't count as pages: %s", async (path) => {
    for (let n = 0; n < RATE_LIMITS.pages.limit; n++) await rateLimiter().take(RATE_LIMITS.pages, "127.0.0.1");
    expect((await own.send(path)).status).toBe(429);
    expect((await own.send("/_next/static/chunks/a..b.js")).status).toBe(200);
  });
});

describe("the image optimizer", () => {
  it.each([
    "/_next/image",
    "/_next/image?url=%2Fportal%0A%7B%22level%22%3A%22fatal%22%7D&w=64&q=75",
    "/_next/image/",
    "/_next/images",
    "/_global-error",
    "/_next/%69mage?url=/a&w=64&q=75",
    "//_next/image?url=/a",
  ])("is not served: %s", async (path) => {
    const before = own.toNext.length;
    expect((await own.send(path)).status).toBe(404);
    expect(own.toNext.length).toBe(before);
  });
});

describe("rendering pages", () => {
  let answers: Answer[];
  let made: string[];

  beforeEach(() => {
    vi.useFakeTimers();
    answers = [];
    made = [];
  });
  afterEach(async () => {
    for (const answer of answers) answer.close();
    await vi.runAllTimersAsync();
    vi.useRealTimers();
  });

  /** Requests a page. `made` has its name once it gets a slot. */
  async function ask(name: string, address: string, path = "/portal", method = "GET"): Promise<Answer> {
    const answer = new Answer();
    answers.push(answer);
    void waitForPage({ message: { method }, path, address }, answer as unknown as ServerResponse).then(
      (may) => may && made.push(name),
      (error) => made.push(`${name}: ${error.status}`),
    );
    await vi.advanceTimersByTimeAsync(0);
    return answer;
  }
  const over = async (answer: Answer | undefined) => {
    answer?.close();
    await vi.advanceTimersByTimeAsync(0);
  };

  it("runs two at once, one per network, while the others wait", async () => {
    const [a1] = [await ask("a1", "203.0.113.1"), await ask("a2", "203.0.113.1"), await ask("a3", "203.0.113.1")];
    const b1 = await ask("b1", "203.0.113.2");
    await ask("c1", "203.0.113.3");
    expect(made).toEqual(["a1", "b1"]);
    await over(b1);
    expect(made).toEqual(["a1", "b1", "c1"]);
    await over(a1);
    expect(made).toEqual(["a1", "b1", "c1", "a2"]);
  });

  it("stops counting pages that wait for something outside this process", async () => {
    await ask("a1", "203.0.113.1");
    await ask("a2", "203.0.113.1");
    expect(made).toEqual(["a1"]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(made).toEqual(["a1", "a2"]);
  });

  it("skips callers who have left", async () => {
    const a1 = await ask("a1", "203.0.113.1");
    const a2 = await ask("a2", "203.0.113.1");
    await ask("a3", "203.0.113.1");
    a2.close();
    await over(a1);
    expect(made).toEqual(["a1", "a3"]);
  });

  it("has a bounded queue for each network", async () => {
    for (let n = 0; n < 70; n++) await ask(`a${n}`, "203.0.113.1");
    expect(made).toEqual(["a0", ...Array.from({ length: 9 }, (_, n) => `a${61 + n}: 429`)]);
    await ask("b1", "203.0.113.2");
    expect(made).toContain("b1");
  });

  it("doesn't delay anything else", async () => {
    for (const n of [1, 2, 3]) await ask(`a${n}`, `203.0.113.${n}`);
    await ask("static", "203.0.113.1", "/_next/static/chunks/a.js");
    await ask("hook", "203.0.113.1", "/api/hooks/stripe", "POST");
    // Its body may be stalled.
    await ask("form", "203.0.113.1", "/portal", "POST");
    expect(made).toEqual(["a1", "a2", "static", "hook", "form"]);
  });
});

/** A fake response. */
class Answer extends EventEmitter {
  closed = false;
  close() {
    this.closed = true;
    this.emit("close");
  }
}
