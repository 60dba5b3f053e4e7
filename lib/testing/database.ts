import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "pg";
import { findEmbeddedPostgres, openEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { LOCKS } from "@/lib/platform/locks";
import { migrate } from "@/prisma/migrate";
import { setUpOwnRoles } from "@/prisma/roles";
import { projectMigrations } from "@/prisma/schema-engine";
import { createMemorySpace, dropMemorySpace, memorySpaces } from "./memory-space";
import { connect, drop, runDatabase, runDatabases, runOf, TEST_ROLES } from "./worker-database";

/** A PostgreSQL for tests, with a migrated template that clones into a database in a few milliseconds. */
export type TestServer = {
  /** The URL of a database on it, for code that creates and drops databases. */
  urlOf: (database: string) => string;
  template: string;
  /** Where clones are faster than beside the template. */
  space: string | null;
  /** Drops what this run created, and stops the server if no other run uses it. */
  close: () => Promise<void>;
};

const FOLDER = ".data/test/postgres";
const TEMPLATE_PREFIX = "migrated_";

/**
 * Opens the test server: `DATABASE_URL_TEST`, or an embedded, non-durable one that concurrent runs share. `note` hears
 * about slow steps.
 */
export async function openTestServer(external: string | undefined, note?: (line: string) => void): Promise<TestServer> {
  const embedded = external
    ? undefined
    : await openEmbeddedPostgres({ folder: FOLDER, database: "lobby", durable: false, note });
  const address = external ?? embedded?.url ?? "";
  const urlOf = (database: string) => Object.assign(new URL(address), { pathname: `/${database}` }).href;
  const client = await connect(address);
  try {
    await client.query("select pg_advisory_lock_shared($1)", [LOCKS.testServer]);
    if (embedded) await dropLeftovers(client);
    const template = await makeTemplate(client, urlOf);
    const space = embedded ? await createMemorySpace(client, FOLDER, memoryOf(process.pid)) : null;
    return { urlOf, template, space, close: () => closeServer(client, embedded?.stop) };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function closeServer(client: Client, stop: (() => Promise<void>) | undefined): Promise<void> {
  await dropRun(client, process.pid);
  await client.query("select pg_advisory_unlock_shared($1)", [LOCKS.testServer]);
  const last = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [LOCKS.testServer]);
  await client.end();
  if (last.rows[0]?.locked) await stop?.();
}

/** Stops the embedded test server if no run uses it, for a run that was interrupted. */
export async function closeUnusedTestServer(): Promise<void> {
  const embedded = await findEmbeddedPostgres({ folder: FOLDER, database: "lobby" });
  if (!embedded) return;
  const client = await connect(embedded.url);
  let locked = false;
  // The server takes a moment to notice that a run ended.
  for (let attempt = 0; attempt < 10 && !locked; attempt++) {
    if (attempt > 0) await wait(100);
    const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [
      LOCKS.testServer,
    ]);
    locked = rows[0]?.locked ?? false;
  }
  await client.end();
  if (locked) await embedded.stop();
}

async function makeTemplate(client: Client, urlOf: (database: string) => string): Promise<string> {
  const template = `${TEMPLATE_PREFIX}${migrationsHash()}`;
  await client.query("select pg_advisory_lock($1)", [LOCKS.testTemplate]);
  try {
    const templates = await client.query<{ name: string }>(
      "select datname as name from pg_database where starts_with(datname, $1)",
      [TEMPLATE_PREFIX],
    );
    if (templates.rows.some(({ name }) => name === template)) return template;
    for (const { name } of templates.rows) await drop(client, name);
    const unfinished = `unfinished_${template}`;
    await drop(client, unfinished);
    await client.query(`create database ${unfinished}`);
    const { owner } = await setUpOwnRoles(urlOf(unfinished), TEST_ROLES);
    await migrate(owner);
    await client.query(`alter database ${unfinished} rename to ${template}`);
    return template;
  } finally {
    await client.query("select pg_advisory_unlock($1)", [LOCKS.testTemplate]);
  }
}

function migrationsHash(): string {
  const hash = createHash("sha256").update(JSON.stringify(projectMigrations()));
  for (const name of ["roles.ts", "privileges.ts"]) hash.update(readFileSync(join("prisma", name)));
  return hash.digest("hex").slice(0, 16);
}

const memoryOf = (pid: number): string => runDatabase(pid, "memory");

// Killed runs couldn't drop their own.
async function dropLeftovers(client: Client): Promise<void> {
  const names = [...(await runDatabases(client)), ...(await memorySpaces(client))];
  const pids = new Set(names.map(runOf));
  for (const pid of pids) if (!lives(pid)) await dropRun(client, pid);
}

async function dropRun(client: Client, pid: number): Promise<void> {
  for (const name of await runDatabases(client, pid)) await drop(client, name);
  await dropMemorySpace(client, memoryOf(pid));
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
