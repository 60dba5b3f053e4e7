import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { expect, inject, it } from "vitest";
import { cloneTemplate, runDatabase, TEST_ROLES } from "@/lib/testing/worker-database";
import { prepareDemo } from "./own-database";

const folder = mkdtempSync(join(tmpdir(), "vellum-own-database-"));
const { runPid, ...source } = inject("testServer");
const name = runDatabase(runPid, `demo_${process.pid}`);
const urlOf = (database: string) => Object.assign(new URL(source.address), { pathname: `/${database}` }).href;

/** A program that adds a user, and then ends or waits to be killed. */
function program(then: "ends" | "waits"): string {
  const file = join(folder, `${then}.mjs`);
  writeFileSync(
    file,
    `import { createRequire } from "node:module";
     const { Client } = createRequire("${process.cwd()}/package.json")("pg");
     const client = new Client(process.env.DATABASE_URL);
     await client.connect();
     await client.query("INSERT INTO users (id, email) VALUES ('03h7wjr65ezksg8uvqafea4wa', 'owner@northlight.example.com')");
     ${then === "ends" ? "await client.end()" : "setInterval(() => undefined, 1000)"};`,
  );
  return file;
}

async function ask<Row extends object>(database: string, sql: string): Promise<Row[]> {
  const client = new Client(urlOf(database));
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const usersIn = (database: string) => ask(database, "SELECT id FROM users");

it("plays the demo whole or not at all, and only for a database without users", async () => {
  await cloneTemplate(source, name);
  const given = { dataDir: folder, roles: TEST_ROLES };
  const killing = new AbortController();
  const first = await prepareDemo(urlOf(name), { ...given, signal: killing.signal, program: program("waits") });
  const killed = first?.().catch(() => "killed");
  await expect.poll(() => usersIn(`${name}_demo`).catch(() => [])).toHaveLength(1);
  killing.abort();
  expect(await killed).toBe("killed");
  expect(await usersIn(name)).toEqual([]);

  const { signal } = new AbortController();
  const second = await prepareDemo(urlOf(name), { ...given, signal, program: program("ends") });
  await second?.();
  expect(await usersIn(name)).toHaveLength(1);
  expect(await prepareDemo(urlOf(name), { ...given, signal, program: program("ends") })).toBeNull();
  expect(await ask("postgres", `SELECT datname FROM pg_database WHERE starts_with(datname, '${name}')`)).toEqual([
    { datname: name },
  ]);
});
