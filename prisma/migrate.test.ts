import { Client } from "pg";
import { expect, inject, it } from "vitest";
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

it("runs on a database that a newer version migrated", async () => {
  const url = await emptyDatabase("newer_history");
  await migrate(url);
  await ask(
    url,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('n', 'n', '20991231000000_newer', now())`,
  );
  expect(await migrate(url)).toEqual([]);
});
