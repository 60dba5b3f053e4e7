import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { describe, expect, inject, it } from "vitest";
import { runDatabase } from "@/lib/testing/worker-database";
import { migrate } from "./migrate";
import { projectMigrations } from "./schema-engine";

async function emptyDatabase(name: string): Promise<string> {
  const { address, runPid } = inject("testServer");
  const database = runDatabase(runPid, name);
  await ask(address, `CREATE DATABASE ${database}`);
  return Object.assign(new URL(address), { pathname: `/${database}` }).href;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

it("migrates once when two processes start at once", async () => {
  const url = await emptyDatabase("migrated_at_once");
  const ran = await Promise.all([migrate(url), migrate(url)]);
  expect(ran.flat()).toEqual(projectMigrations().migrationDirectories.map(({ path }) => path));
  expect(await migrate(url)).toEqual([]);
});

it("refuses a database that ran other migrations, says what to do, and leaves it as it is", async () => {
  const url = await emptyDatabase("other_history");
  await migrate(url);
  await ask(url, "UPDATE _prisma_migrations SET migration_name = replace(migration_name, '20261127', '20261122')");
  const history = () => ask(url, "SELECT * FROM _prisma_migrations ORDER BY migration_name");
  const before = await history();
  await expect(migrate(url)).rejects.toThrow(
    "The database could not be migrated: an earlier development version made it, with other migrations; remove .data, or start with an empty database",
  );
  expect(await history()).toEqual(before);
});

describe("a migration beside running nodes", () => {
  const first = projectMigrations();
  const { lockfile, baseDir, shadowDbInitScript } = first;
  const next = (value: string) => ({
    baseDir,
    lockfile,
    shadowDbInitScript,
    migrationDirectories: [
      ...first.migrationDirectories,
      { path: "20991231000000_next", migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value } } },
    ],
  });
  const NEXT = ["20991231000000_next"];

  it("waits for a lock only briefly, lets others through, and retries until it gets it", async () => {
    const url = await emptyDatabase("lock_wanted");
    await migrate(url);
    const holder = new Client({ connectionString: url });
    await holder.connect();
    await holder.query("BEGIN; SELECT FROM partners");
    const migrating = migrate(url, next("ALTER TABLE partners ADD COLUMN later int"));
    while ((await ask(url, "SELECT FROM pg_locks WHERE NOT granted AND relation = 'partners'::regclass")).length === 0)
      await wait(20);
    // Waits behind the migration until that gives up.
    await ask(url, "SET lock_timeout = '10s'; SELECT FROM partners");
    await holder.query("COMMIT");
    await holder.end();
    expect(await migrating).toEqual(NEXT);
    await ask(url, "SELECT later FROM partners");
  });

  it("leaves nothing when it fails, and can be repeated once it is mended", async () => {
    const url = await emptyDatabase("failed_once");
    await migrate(url);
    await expect(migrate(url, next("CREATE TABLE half (id text); SELECT 1 / 0"))).rejects.toThrow("division by zero");
    await expect(ask(url, "SELECT FROM half")).rejects.toThrow("does not exist");
    expect(await migrate(url, next("CREATE TABLE whole (id text)"))).toEqual(NEXT);
  });

  it("builds indexes without stopping writers", async () => {
    const url = await emptyDatabase("index_built");
    await migrate(url);
    const name = "partners_later";
    const built = `-- Named first, because a build that was cut off leaves an invalid one.
      DROP INDEX CONCURRENTLY IF EXISTS ${name};
      CREATE INDEX CONCURRENTLY ${name} ON partners (name);
`;
    expect(await migrate(url, next(built))).toEqual(NEXT);
    expect(await ask(url, `SELECT indisvalid FROM pg_index WHERE indexrelid = '${name}'::regclass`)).toEqual([
      { indisvalid: true },
    ]);
  });
});

it("runs on a database that a newer version migrated", async () => {
  const url = await emptyDatabase("newer_history");
  await migrate(url);
  await ask(
    url,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('n', 'n', '20991231000000_newer', now())`,
  );
  expect(await migrate(url)).toEqual([]);
});
