import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { startServer } from "@/scripts/server-process";

const folder = mkdtempSync(join(tmpdir(), "server-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, code: string): string {
  const file = join(folder, name);
  writeFileSync(file, code);
  return file;
}

// As Next does for each page with a dynamic segment while developing: a worker is forked, asked, and waited for.
const WORKER = `process.on("message", (port) => process.send({ ready: true, port, inboxUrl: null }));`;
const ASKING = `
  import { fork } from "node:child_process";
  const worker = fork(new URL("worker.mjs", import.meta.url));
  worker.on("message", (answer) => { worker.kill(); process.send(answer); });
  worker.on("exit", (code) => code === 0 && process.exit(3));
  worker.send(4321);
  process.on("SIGTERM", () => process.exit(0));
  setInterval(() => undefined, 1000);`;

test("what the server forks lives to be asked, and the server ends when it is told to", async () => {
  written("worker.mjs", WORKER);
  const server = await startServer({ variables: {}, logFile: undefined, program: written("asking.mjs", ASKING) });
  expect(server.port).toBe(4321);
  await server.stop();
  expect(await server.gone).toBe("exit code 0");
});

test("a server that cannot start says why", async () => {
  const program = written("broken.mjs", `console.error("no such luck"); process.exit(1);`);
  const logFile = join(folder, "server.log");
  await expect(startServer({ variables: {}, logFile, program })).rejects.toThrow(/exit code 1.*no such luck/s);
});

test("a server whose supervisor is gone without a word stops as if it had been told to", async () => {
  const program = written("left.mjs", `process.send("here"); setInterval(() => undefined, 1000);`);
  const server = spawn(process.execPath, ["scripts/follow-parent.mjs", program], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  await once(server, "message");
  server.disconnect();
  expect(await once(server, "exit")).toEqual([null, "SIGTERM"]);
});
