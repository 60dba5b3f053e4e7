import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "pg";
import { readCatalog } from "@/prisma/catalog";
import { projectMigrations } from "@/prisma/schema-engine";

const MIGRATIONS = join("prisma", "adoption", "migrations.sql");
const CATALOG = join("prisma", "adoption", "catalog.txt");
/** How many of today's migrations replace the earlier ones. */
const REPLACING = 2;
const OLDEST_ADOPTED = "20261122090000_erased_in_lists";
const SEALS_AFTER = "20261122140100_sealed_facts";
const NAMED_DIFFERENCES = 3;

type EarlierMigration = { name: string; sql: string };

/** The migrations that the first two of today replace, oldest first. */
export function earlierMigrations(): EarlierMigration[] {
  const parts = readFileSync(MIGRATIONS, "utf8").split(/^-- migration /m);
  return parts.slice(1).map((part) => {
    const end = part.indexOf("\n");
    return { name: part.slice(0, end), sql: part.slice(end + 1) };
  });
}

/**
 * Adopts a database that ran the earlier migrations, or all but the latest of them: runs those it lacks, compares it with what
 * the first two of today make, and records these two in their place. The later ones of today still have to run. `history` is
 * the sorted names of its finished migrations. Returns the names of those it ran. Throws on any difference. `client` and
 * `ownerUrl` are the owner's. A killed run is resumed.
 */
export async function adopt(client: Client, ownerUrl: string, history: readonly string[]): Promise<string[]> {
  const earlier = earlierMigrations();
  const names = earlier.map(({ name }) => name);
  refuseOtherHistory(history, names);
  if (history.at(-1) === OLDEST_ADOPTED) await refuseDifferences(client, "-");
  const missing = earlier.slice(history.length);
  await inTransaction(client, async () => {
    for (const { name, sql } of missing.filter(({ name }) => name <= SEALS_AFTER)) {
      await client.query(sql);
      await record(client, name, sql);
    }
  });
  await sealPlainColumns(client, ownerUrl);
  await inTransaction(client, async () => {
    for (const { sql } of missing.filter(({ name }) => name > SEALS_AFTER)) await client.query(sql);
    await refuseDifferences(client, "+");
    await client.query("delete from _prisma_migrations");
    for (const { path, migrationFile } of projectMigrations().migrationDirectories.slice(0, REPLACING)) {
      if (migrationFile.content.tag === "ok") await record(client, path, migrationFile.content.value);
    }
  });
  return names.slice(history.length);
}

function refuseOtherHistory(history: readonly string[], earlier: readonly string[]): void {
  const unknown = history.find((name) => !earlier.includes(name));
  if (unknown) throw new Error(`it ran a migration that no version has: ${unknown}`);
  const expected = earlier.slice(0, Math.max(history.length, earlier.indexOf(OLDEST_ADOPTED) + 1));
  const missing = expected.find((name) => !history.includes(name));
  if (missing) throw new Error(`it lacks the migration ${missing}, so it can't be adopted`);
}

// A line of the catalog starts with `-` when only the oldest adopted version has it, with `+` when only the latest one has.
async function refuseDifferences(client: Client, version: "-" | "+"): Promise<void> {
  const lines = readFileSync(CATALOG, "utf8").trimEnd().split("\n");
  const expected = lines
    .filter((line) => line.startsWith(" ") || line.startsWith(version))
    .map((line) => line.slice(2));
  const differences = differencesBetween(expected, await readCatalog(client));
  if (differences.length === 0) return;
  const more = differences.length - NAMED_DIFFERENCES;
  const named = [...differences.slice(0, NAMED_DIFFERENCES), ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
  throw new Error(
    `it differs from what its migrations made: ${named}; undo that first (docs/operations.md, Migrations)`,
  );
}

function differencesBetween(expected: readonly string[], actual: readonly string[]): string[] {
  const byName = (lines: readonly string[]) => new Map(lines.map((line) => [line.slice(0, line.indexOf(": ")), line]));
  const [wanted, found] = [byName(expected), byName(actual)];
  const names = new Set([...wanted.keys(), ...found.keys()]);
  return [...names]
    .filter((name) => wanted.get(name) !== found.get(name))
    .map((name) => `${name} is ${!found.has(name) ? "missing" : wanted.has(name) ? "different" : "extra"}`);
}

// SQL can't seal, so birth dates and documents in plain columns are sealed between two migrations.
async function sealPlainColumns(client: Client, ownerUrl: string): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_attribute
     where attrelid = to_regclass('identity_checks') and attname = 'birth_date' and not attisdropped`,
  );
  if (rowCount === 0) return;
  // Imported only here: it needs the service's code and configuration, which an ordinary migration doesn't.
  const { sealPlainFacts } = await import("@/prisma/seal-facts");
  await sealPlainFacts(client, ownerUrl);
}

// As Prisma's engine does after a migration.
async function record(client: Client, name: string, sql: string): Promise<void> {
  const checksum = createHash("sha256").update(sql).digest("hex");
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     values ($1, $2, $3, now(), 1)`,
    [randomUUID(), checksum, name],
  );
}

async function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query("begin");
  try {
    await work();
    await client.query("commit");
  } catch (error) {
    // When the connection is gone, so is the transaction.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}
