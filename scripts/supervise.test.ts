import { expect, onTestFinished, test, vi } from "vitest";
import type { ServerProcess } from "@/scripts/server-process";
import { supervise } from "@/scripts/supervise";

vi.mock("@/scripts/progress.mjs", () => ({ note: () => undefined }));

/** A server that ends when it is told to. */
function mortalServer() {
  const { promise: gone, resolve: end } = Promise.withResolvers<string>();
  return { port: 1, inboxUrl: null, gone, end, stop: async () => end("exit code 0") };
}

function supervising(start: () => Promise<ServerProcess>) {
  const server = mortalServer();
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const ended = supervise({ server, start, signal: stopping.signal, logFile: undefined, pauseMs: 0 });
  return { server, ended, stop: () => stopping.abort() };
}

test("a start that fails is tried again", async () => {
  const second = mortalServer();
  const start = vi.fn(async () => second).mockRejectedValueOnce(new Error("no database"));
  const { server, ended, stop } = supervising(start);
  server.end("SIGKILL");
  await expect.poll(() => start.mock.calls.length).toBe(2);
  stop();
  second.end("exit code 0");
  await ended;
  expect(start).toHaveBeenCalledTimes(2);
});

test("a server that never starts is given up with a message", async () => {
  const start = vi.fn().mockRejectedValue(new Error("no database"));
  const { server, ended } = supervising(start);
  server.end("SIGKILL");
  await expect(ended).rejects.toThrow("failed 20 times in a row");
  expect(start).toHaveBeenCalledTimes(20);
});

test("a server that ran for a while doesn't count as a failure when it ends", async () => {
  const now = performance.now.bind(performance);
  let passed = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now() + passed);
  onTestFinished(() => void vi.restoreAllMocks());
  let running = mortalServer();
  const start = vi.fn(async () => {
    running = mortalServer();
    return running;
  });
  const { server, ended, stop } = supervising(start);
  server.end("SIGKILL");
  for (let deaths = 1; deaths < 30; deaths++) {
    await expect.poll(() => start.mock.calls.length, { interval: 1 }).toBe(deaths);
    // It is looked at from the next turn on.
    await new Promise((resolve) => setImmediate(resolve));
    passed += 11_000;
    running.end("SIGKILL");
  }
  await expect.poll(() => start.mock.calls.length).toBe(30);
  stop();
  running.end("exit code 0");
  await ended;
});

test("it stops while it waits for the next try", async () => {
  const start = vi.fn().mockRejectedValue(new Error("no database"));
  const stopping = new AbortController();
  const server = mortalServer();
  const ended = supervise({ server, start, signal: stopping.signal, logFile: undefined, pauseMs: 1_000_000 });
  server.end("SIGKILL");
  await new Promise((resolve) => setImmediate(resolve));
  stopping.abort();
  await ended;
  expect(start).not.toHaveBeenCalled();
});
