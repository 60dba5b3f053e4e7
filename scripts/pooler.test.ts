import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { env } from "@/lib/platform/env";
import { assertSessions } from "@/lib/platform/session-check";
import { setVariables } from "@/lib/testing/env";
import { opsCommands } from "@/lib/testing/ops";
import { migrate } from "@/prisma/migrate";
import { anyFreePort } from "@/scripts/environment";

const PROGRAM = "/usr/sbin/pgbouncer";
const isInstalled = spawnSync(PROGRAM, ["--version"]).status === 0;
const REFUSAL = "leads to a pooler that gives out a connection for one transaction only";

describe.skipIf(!isInstalled)(isInstalled ? "PgBouncer" : "PgBouncer (left out: it isn't installed)", () => {
  const folder = mkdtempSync(join(tmpdir(), "pooler-"));
  let port = 0;
  let stop = async (): Promise<void> => undefined;

  beforeAll(async () => {
    port = await anyFreePort();
    const { hostname, port: serverPort, username, password } = new URL(inject("testServer").address);
    const name = new URL(env().databaseUrl).pathname.slice(1);
    const server = `host=${hostname} port=${serverPort} dbname=${name} user=${username} password=${password}`;
    const modes = [
      "pool_mode=session",
      "pool_mode=transaction",
      "pool_mode=statement",
      "pool_mode=transaction pool_size=1",
    ];
    const config = join(folder, "pgbouncer.ini");
    writeFileSync(
      config,
      `[databases]
${modes.map((mode, n) => `records${n} = ${server} ${mode}`).join("\n")}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any`,
    );
    chmodSync(folder, 0o755);
    // It refuses to run as root.
    const child = spawn(PROGRAM, [...(process.getuid?.() === 0 ? ["-u", "postgres"] : []), config], {
      stdio: "ignore",
    });
    const gone = once(child, "exit");
    stop = async () => {
      child.kill("SIGINT");
      await gone;
    };
    await vi.waitFor(async () => expect(await listens(port)).toBe(true), { timeout: 60_000 });
  });
  afterAll(async () => {
    await stop();
    rmSync(folder, { recursive: true });
  });

  const address = (mode: number) => `postgresql://postgres@127.0.0.1:${port}/records${mode}`;

  it("is refused when connections are shared by transactions or statements, also if there is only one", async () => {
    for (const mode of [1, 2, 3]) await expect(assertSessions(address(mode))).rejects.toThrow(REFUSAL);
  });

  it("may pool sessions", async () => {
    await assertSessions(address(0));
    await assertSessions(env().databaseUrl);
  });

  it("is refused while others use its connections", async () => {
    let busy = true;
    const others = Array.from({ length: 4 }, async () => {
      while (busy) await assertSessions(address(1)).catch(() => undefined);
    });
    for (let n = 0; n < 5; n++) await expect(assertSessions(address(1))).rejects.toThrow(REFUSAL);
    busy = false;
    await Promise.all(others);
  });

  it("makes commands fail in one line, and run over sessions", async () => {
    const { ops } = opsCommands();
    const failed = (variable: string) => ({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(new RegExp(`^${variable} leads to a pooler.*\n$`)),
    });
    setVariables({ DATABASE_OWNER_URL: address(1) });
    expect(await ops(["database", "roles"])).toEqual(failed("DATABASE_OWNER_URL"));
    await expect(migrate(address(1))).rejects.toThrow("leads to a pooler");
    setVariables({ DATABASE_OWNER_URL: undefined, DATABASE_URL: address(1) });
    expect(await ops(["partner", "list"])).toEqual(failed("DATABASE_URL"));
    setVariables({ DATABASE_URL: address(0) });
    expect(await ops(["partner", "list"])).toMatchObject({ code: 0 });
  });
});

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
