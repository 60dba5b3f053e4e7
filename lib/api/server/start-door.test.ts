import { once } from "node:events";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { alive } from "../health";
import { createHttpServer, listen } from "./listen";
import { sendWebResponse } from "./node-exchange";
import { createStartDoor } from "./start-door";

it("survives a probe that hangs up before its answer", async () => {
  const sent = Promise.withResolvers<void>();
  const hasty = createHttpServer(async (message, response) => {
    message.socket.destroy();
    await once(response, "close");
    sendWebResponse(alive(), response).then(sent.resolve, sent.reject);
  });
  onTestFinished(() => void hasty.close());
  const url = `http://127.0.0.1:${await listen(hasty, { port: 0, host: "127.0.0.1" })}/healthz`;
  await expect(fetch(url)).rejects.toThrow();
  await expect(sent.promise).resolves.toBeUndefined();
});

it("refuses calls once the start takes long", async () => {
  const late = createStartDoor();
  const other = createHttpServer(late.listener);
  const url = `http://127.0.0.1:${await listen(other, { port: 0, host: "127.0.0.1" })}`;
  const waiting = fetch(`${url}/api/v1/events`);
  late.refuse();
  const answer = await waiting;
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  other.closeAllConnections();
});

const door = createStartDoor();
const server = createHttpServer(door.listener);
let base = "";
beforeAll(async () => {
  base = `http://127.0.0.1:${await listen(server, { port: 0, host: "127.0.0.1" })}`;
});
afterAll(() => server.closeAllConnections());

it("says from the first moment that the process is alive and not ready, and makes other calls wait", async () => {
  const read = async (path: string) => {
    const answer = await fetch(base + path);
    return [answer.status, answer.headers.get("cache-control"), await answer.json()];
  };
  const early = read("/api/v1/events");
  expect(await read("/healthz")).toEqual([200, "no-store", { status: "ok" }]);
  const notReady = { status: "unavailable", checks: { start: "failed" } };
  expect(await read("/readyz?x=1")).toEqual([503, "no-store", notReady]);

  door.open((message, response) => response.end(JSON.stringify(`answered ${message.url}`)));
  expect(await early).toEqual([200, null, "answered /api/v1/events"]);
  expect(await read("/readyz")).toEqual([200, null, "answered /readyz"]);
});
