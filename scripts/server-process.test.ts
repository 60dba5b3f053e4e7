import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { type ServerProcess, startServer, supervise } from "./server-process";

const folder = mkdtempSync(join(tmpdir(), "server-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, code: string): string {
  const file = join(folder, name);
  writeFileSync(file, code);
  return file;
}

// Like Next's development server for each page with a dynamic segment: forks a worker, asks it and waits.
const WORKER = `process.on("message", (port) => process.send({ ready: true, port, inboxUrl: null }));`;
const ASKING = `
  import { fork } from "node:child_process";
  const worker = fork(new URL("worker.mjs", import.meta.url));
  worker.on("message", (answer) => { worker.kill(); process.send(answer); });
  worker.on("exit", (code) => code === 0 && process.exit(3));
  worker.send(4321);
  process.on("SIGTERM", () => process.exit(0));
  setInterval(() => undefined, 1000);`;

test("the server's forked workers keep running, and the server stops on a signal", async () => {
  written("worker.mjs", WORKER);
  const server = await startServer({ variables: {}, logFile: undefined, program: written("asking.mjs", ASKING) });
  expect(server.port).toBe(4321);
  await server.stop();
  expect(await server.gone).toBe("exit code 0");
});

test("a server that can't start reports why", async () => {
  const program = written("broken.mjs", `console.error("no such luck"); process.exit(1);`);
  const logFile = join(folder, "server.log");
  await expect(startServer({ variables: {}, logFile, program })).rejects.toThrow(/exit code 1.*no such luck/s);
});

test("a server whose supervisor was killed shuts down cleanly", async () => {
  const program = written("left.mjs", `process.send("here"); setInterval(() => undefined, 1000);`);
  const server = spawn(process.execPath, ["scripts/follow-parent.mjs", program], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  await once(server, "message");
  server.disconnect();
  expect(await once(server, "exit")).toEqual([null, "SIGTERM"]);
});

vi.mock("@/scripts/progress.mjs", () => ({ note: () => undefined }));

/** A server that stops on request. */
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

test("a failed start is retried", async () => {
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

test("a server that never starts is reported", async () => {
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
    // The loop notices the start in its next turn.
    await new Promise((resolve) => setImmediate(resolve));
    passed += 11_000;
    running.end("SIGKILL");
  }
  await expect.poll(() => start.mock.calls.length).toBe(30);
  stop();
  running.end("exit code 0");
  await ended;
});

test("it stops while waiting for the next attempt", async () => {
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
