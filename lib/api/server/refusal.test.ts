import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { ownServer } from "@/lib/testing/own-server";
import { ownHeaders } from "./refusal";

const own = ownServer();
const proxied = ownServer({ trustedProxies: 1 });

describe("the headers passed to Next", () => {
  it("include those that only we may write", async () => {
    const answer = await own.send("/portal", {
      headers: {
        "x-forwarded-for": "6.6.6.6",
        "x-forwarded-host": "evil.example",
        "x-real-ip": "6.6.6.6",
        "x-request-id": "forged",
        "x-middleware-subrequest": "src/proxy",
        "x-kept": "1",
      },
    });
    expect(answer.text).toBe("next");
    const seen = own.toNext.at(-1);
    expect(seen?.headers).toMatchObject({
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-proto": "http",
      "x-kept": "1",
    });
    expect(seen?.headers["x-request-id"]).toMatch(/^[0-9a-z]{25}$/);
    const everything = JSON.stringify(seen);
    for (const forged of ["6.6.6.6", "evil.example", "forged", "subrequest"]) expect(everything).not.toContain(forged);
  });

  it("have our own host and scheme, whatever a trusted proxy says", async () => {
    await proxied.send("/portal", {
      headers: {
        "x-forwarded-for": "6.6.6.6, 203.0.113.9",
        "x-forwarded-proto": "https",
        "x-forwarded-host": "evil.example",
        "x-forwarded-port": "444",
        host: "evil.example",
      },
    });
    const seen = proxied.toNext.at(-1);
    expect(seen?.headers).toMatchObject({
      "x-forwarded-for": "203.0.113.9",
      "x-forwarded-proto": "http",
      host: "localhost:3000",
    });
    expect(JSON.stringify(seen)).not.toMatch(/evil\.example|444|6\.6\.6\.6/);
  });

  it("let Next call this process by its local address, even behind a TLS proxy", () => {
    const message = new IncomingMessage(new Socket());
    Object.assign(message.headers, { host: "10.0.0.1:3000", "x-forwarded-proto": "https" });
    ownHeaders(message, { requestId: "r", address: null, baseUrl: "https://records.example.com" });
    expect(message.headers).toMatchObject({ host: "records.example.com", "x-forwarded-proto": "http" });
  });

  it("stay ours when Next itself calls this server for a caller", async () => {
    await proxied.send("/portal", { headers: { "x-forwarded-for": "203.0.113.9" } });
    const given = Object.entries(proxied.toNext.at(-1)?.headers ?? {}).map(([name, value]) => [name, String(value)]);
    await proxied.send("/portal/keys", { headers: Object.fromEntries(given) });
    expect(proxied.toNext.at(-1)).toMatchObject({ url: "/portal/keys", headers: { "x-forwarded-for": "203.0.113.9" } });
    // Only the server can set these.
    await own.send("/portal", { headers: { "x-forwarded-for": "6.6.6.6", "x-svc-own-call": "x".repeat(43) } });
    expect(own.toNext.at(-1)?.headers["x-forwarded-for"]).toBe("127.0.0.1");
  });
});
