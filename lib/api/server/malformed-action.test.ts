import type { Server, ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { enterAction } from "@/lib/platform/request-context";
import { createDispatch } from "./dispatch";
import { captureConsole, createHttpServer, listen } from "./listen";

const ACTION = { "next-action": "0".repeat(42), "content-type": "text/plain" };
const FORM = { "content-type": "multipart/form-data; boundary=x" };

let server: Server;
let port: number;
// What the fake Next does.
let answer: (response: ServerResponse) => void;
let release: () => void;

beforeEach(async () => {
  release = captureConsole();
  server = createHttpServer(
    createDispatch({
      routes: [],
      plainRoutes: [],
      rest: (_, response) => answer(response),
      baseUrl: env().baseUrl,
      trustedProxies: 0,
    }),
  );
  port = await listen(server, { port: 0, host: "127.0.0.1" });
});
afterEach(() => {
  release();
  server.closeAllConnections();
  server.close();
});

const post = async (headers: Record<string, string>, path = "/portal", method = "POST") => {
  const called = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { origin: env().baseUrl, ...headers },
    ...(method !== "GET" && { body: "x" }),
  });
  return [called.status, called.statusText, called.headers.get("x-answer"), await called.text()];
};

const failsWith = (write: (response: ServerResponse) => void) => {
  answer = (response) => {
    response.setHeader("x-answer", "kept");
    write(response);
    response.end("why");
  };
};
const fails = () =>
  failsWith((response) => {
    response.statusCode = 500;
  });

it("answers 400 if Next fails before it reaches the action", async () => {
  fails();
  expect(await post(ACTION)).toEqual([400, "Bad Request", "kept", "why"]);
  expect(await post(FORM)).toEqual([400, "Bad Request", "kept", "why"]);
  failsWith((response) => response.writeHead(500, { "x-more": "1" }));
  expect(await post(ACTION)).toEqual([400, "Bad Request", "kept", "why"]);
});

it("answers 500 once the action is reached", async () => {
  failsWith((response) => {
    enterAction();
    response.statusCode = 500;
  });
  expect((await post(ACTION))[0]).toBe(500);
});

it("answers 500 if no action is called", async () => {
  fails();
  expect((await post({ "content-type": "application/json" }))[0]).toBe(500);
  expect((await post(FORM, "/api/auth/callback/email"))[0]).toBe(500);
  expect((await post(FORM, "/onboard/t0ken/photos/selfie"))[0]).toBe(500);
  expect((await post({ "next-action": "x" }, "/portal", "GET"))[0]).toBe(500);
});

it("keeps every other status", async () => {
  failsWith((response) => {
    response.statusCode = 303;
    response.setHeader("location", "/");
  });
  const called = await fetch(`http://127.0.0.1:${port}/portal`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: env().baseUrl, ...ACTION },
  });
  expect(called.status).toBe(303);
});

it("logs one warning without a stack", async () => {
  const warned = vi.spyOn(log, "warn").mockReturnValue(undefined);
  const failed = vi.spyOn(log, "error").mockReturnValue(undefined);
  failsWith((response) => {
    console.error(new Error("Connection closed."));
    enterAction();
    console.error("a defect");
    response.statusCode = 500;
  });
  await post(ACTION);
  expect(warned.mock.calls).toEqual([["a server action's arguments can't be read: Error: Connection closed."]]);
  expect(failed.mock.calls).toEqual([["a defect"]]);
});
