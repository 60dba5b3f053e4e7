import { expect, it } from "vitest";
import { endlessBody } from "@/lib/testing/http";
import { readWebBody } from "./web-exchange";

const LIMIT = 64 * 1024;
const requestOf = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new Request("http://localhost/", { method: "POST", headers, body, ...{ duplex: "half" } });
const streamOf = (...parts: string[]) =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });

it("returns a body up to the limit, in any number of pieces", async () => {
  const { size } = new Blob(["ä".repeat(LIMIT / 2)]);
  expect(await readWebBody(requestOf("ä".repeat(LIMIT / 2)), size)).toHaveLength(LIMIT);
  expect((await readWebBody(requestOf(streamOf("a", "", "bc")), 3))?.toString()).toBe("abc");
  expect(await readWebBody(requestOf(null), 0)).toHaveLength(0);
});

it("refuses one byte more, declared or not", async () => {
  expect(await readWebBody(requestOf(streamOf("ab", "cd")), 3)).toBeNull();
  expect(await readWebBody(requestOf(streamOf("abcd"), { "content-length": "1" }), 3)).toBeNull();
});

it("reads only as much of an endless body as it must, and leaves the connection open for the answer", async () => {
  const body = endlessBody();
  expect(await readWebBody(requestOf(body.stream), LIMIT)).toBeNull();
  expect(body.sent()).toBeLessThan(LIMIT + 4 * body.pieceBytes);
  expect(body.canceled()).toBe(false);
});

it("reads nothing of a body that declares too much", async () => {
  const body = endlessBody();
  const request = requestOf(body.stream, { "content-length": String(LIMIT + 1) });
  expect(await readWebBody(request, LIMIT)).toBeNull();
  expect(body.sent()).toBeLessThan(2 * body.pieceBytes);
});
