import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { arrivingBody } from "./receive-upload";

const PIECE = 64 * 1024;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A caller that sends forever, and how much was read. */
function endless() {
  let sent = 0;
  const message = new Readable({
    read() {
      sent += PIECE;
      this.push(Buffer.alloc(PIECE));
    },
  });
  return { message, sent: () => sent };
}

async function untilPaused(message: Readable): Promise<void> {
  while (!message.isPaused()) await new Promise((resolve) => setImmediate(resolve));
}

it("pauses when its buffer is full, and continues when read", async () => {
  const { message, sent } = endless();
  const body = arrivingBody(message);
  await untilPaused(message);
  expect(sent()).toBeLessThan(10 * PIECE);
  let read = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    read += chunk.length;
    if (read > 100 * PIECE) break;
  }
  expect(read).toBeGreaterThan(100 * PIECE);
  body.destroy();
});

it("doesn't blame the caller for a slow reader", async () => {
  const { message } = endless();
  const body = arrivingBody(message);
  await untilPaused(message);
  vi.advanceTimersByTime(120_000);
  expect(body.destroyed).toBe(false);
  body.destroy();
});

it("fails after half a minute of silence while being read", async () => {
  const body = arrivingBody(new Readable({ read() {} }));
  vi.advanceTimersByTime(29_999);
  expect(body.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(body.errored).toMatchObject({ status: 408 });
});

it("is abandoned at once without closing the connection", async () => {
  const { message } = endless();
  const body = arrivingBody(message);
  await untilPaused(message);
  body.destroy();
  await new Promise((resolve) => setImmediate(resolve));
  expect([message.destroyed, message.listenerCount("data"), vi.getTimerCount()]).toEqual([false, 0, 0]);
});
