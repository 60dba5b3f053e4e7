import { type createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { answersIn } from "@/lib/testing/http";
import { ownServer, SHELF } from "@/lib/testing/own-server";
import { securityHeaders } from "../security";
import { createHttpServer, listen } from "./listen";

const own = ownServer();
const STRICT = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

describe("every answer has security headers", () => {
  it.each([
    ["of the API", `GET ${SHELF}`, 401],
    ["at an unknown path of the API", "GET /api/v1/nothing", 401],
    ["to a wrong method", `DELETE ${SHELF}`, 401],
    ["of a plain route", "GET /plain", 200],
    ["to HEAD", "HEAD /plain", 200],
    ["about the whole server", "OPTIONS *", 204],
    ["to a method that nothing has", "TRACE /portal", 405],
    ["to an upload", "GET /uploads/nothing", 405],
    ["to an upload that was not granted", "PUT /uploads/nothing", 403],
    ["to what names no path", "GET *", 400],
    ["to what cannot be read", "GET /%zz", 400],
    ["to an unknown method", "BREW /", 405],
    ["of Next", "GET /portal", 200],
    ["to what is not let in to Next", "POST /portal", 403],
    ["in the place of the image optimizer", "GET /_next/image?url=%2Fa&w=1&q=1", 404],
  ])("%s: %s", async (_, line, status) => {
    const said = await own.raw(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const head = said.slice(0, said.indexOf("\r\n\r\n") + 4);
    const [answer] = answersIn(head.replace(/content-length: \d+\r\n/i, ""));
    expect(answer?.status).toBe(status);
    expect(answer?.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer?.headers.get("content-security-policy")).toBe(STRICT);
  });

  it("also for requests that aren't HTTP", async () => {
    const [answer] = answersIn(await own.raw("HELLO\r\n\r\n"));
    expect(answer?.headers.get("content-security-policy")).toBe(STRICT);
    expect(answer?.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("requires https for two years only if the service uses https", () => {
    expect(securityHeaders("https://records.example.com")).toMatchObject({
      "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
    });
    expect(securityHeaders("http://localhost:3000")).not.toHaveProperty("Strict-Transport-Security");
  });
});

describe("keeps a response's own policy", () => {
  const servers = new Set<ReturnType<typeof createServer>>();
  afterAll(() => {
    for (const server of servers) server.close();
  });

  it.each([
    ["set before", (set: Say) => set("Content-Security-Policy", "default-src 'self'")],
    ["appended", (_: Say, append: Say) => append("content-security-policy", "default-src 'self'")],
    [
      "written with the status",
      (_: Say, __: Say, write: Write) => write({ "Content-Security-Policy": "default-src 'self'" }),
    ],
  ])("is the only one: %s", async (_, say) => {
    const server = createHttpServer((__, response) => {
      say(
        (name, value) => response.setHeader(name, value),
        (name, value) => response.appendHeader(name, value),
        (headers) => response.writeHead(200, headers),
      );
      response.end("page");
    });
    servers.add(server);
    await listen(server, { port: 0, host: "127.0.0.1" });
    const { port } = server.address() as AddressInfo;
    const policies = await new Promise((resolve, reject) => {
      request({ port, path: "/" }, (answer) => {
        answer.resume();
        resolve([answer.headersDistinct["content-security-policy"], answer.headers["x-content-type-options"]]);
      })
        .on("error", reject)
        .end();
    });
    expect(policies).toEqual([["default-src 'self'"], "nosniff"]);
  });
});

type Say = (name: string, value: string) => void;
type Write = (headers: Record<string, string>) => void;
