import { setTimeout as wait } from "node:timers/promises";
import type { MigrationList } from "@prisma/schema-engine-wasm";
import { runMigrations } from "graphile-worker";
import { Client } from "pg";
import { connectionTo } from "@/lib/platform/connection";
import { BadEnvironment } from "@/lib/platform/env";
import { LOCKS } from "@/lib/platform/locks";
import { assertSessions } from "@/lib/platform/session-check";
import { applyPrivileges } from "@/prisma/privileges";
import { projectMigrations, withSchemaEngine } from "@/prisma/schema-engine";

const OLDEST_SERVER = 150_000;
const NO_FILTER = { externalTables: [], externalEnums: [] };
const OTHER_HISTORY =
  "an earlier development version made it, with other migrations; remove .data, or start with an empty database";

/** The database cannot be brought to this version; the message is for the person at the terminal. */
export class MigrationFailed extends Error {
  override name = "MigrationFailed";
}

/**
 * Brings a database to this version: the service's tables, those of the job queue, and the privileges of each role. Concurrent
 * calls wait for each other. `databaseUrl` is the owner's; another role is fine as long as nothing needs migrating. Returns the
 * names of the applied migrations. Throws `MigrationFailed`, also for a database whose migrations aren't the first of ours; a migration
 * that failed left nothing, or goes on where it stopped, and can be repeated. Nodes may run meanwhile: it retries while it gets no lock
 * within 2 s, so that they never wait longer.
 */
export async function migrate(databaseUrl: string, migrations = projectMigrations()): Promise<string[]> {
  const client = await connect(databaseUrl);
  try {
    await lockMigrations(client);
    const finished = await finishedMigrations(client);
    const ours = migrations.migrationDirectories.map(({ path }) => path);
    if (finished.length > 0 && !finished.includes(ours[0] ?? "")) throw new Error(OTHER_HISTORY);
    // Checked here because the engine takes a second to load, and an ordinary start has nothing to migrate.
    const isUpToDate = ours.every((name) => finished.includes(name));
    const owner = await otherOwner(client);
    if (owner) {
      if (isUpToDate) return [];
      throw new Error(`it needs migrating by ${owner}, its owner; set DATABASE_OWNER_URL to that role's address`);
    }
    if (!isUpToDate) await applyAll(databaseUrl, migrations);
    await runMigrations({ connectionString: databaseUrl, preset: { worker: { maxPoolSize: 2 } } });
    await applyPrivileges(client);
    return ours.filter((name) => !finished.includes(name));
  } catch (error) {
    throw new MigrationFailed(`The database could not be migrated: ${messageOf(error)}`);
  } finally {
    await client.end();
  }
}

// Asks until it gets the lock. A statement that waits for it would be waited for by an index that is built concurrently.
async function lockMigrations(client: Client): Promise<void> {
  const take = async () =>
    (await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [LOCKS.migrate])).rows[0]
      ?.taken;
  while (!(await take())) await wait(LOCKED_PAUSE_MS);
}

const LOCKED_PAUSE_MS = 100;
const TRIES = 30;
const PAUSE_MS = 1_000;
/** No lock in time, or a deadlock. */
const LOCKED_OUT: readonly unknown[] = ["55P03", "40P01"];

async function applyAll(databaseUrl: string, migrationsList: MigrationList): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await withSchemaEngine(databaseUrl, async (engine) => {
        // It may have been killed: the database rolled that back, and the engine wants to be told.
        const { failedMigrationNames } = await engine.diagnoseMigrationHistory({
          migrationsList,
          optInToShadowDatabase: false,
          filters: NO_FILTER,
        });
        for (const migrationName of failedMigrationNames) await engine.markMigrationRolledBack({ migrationName });
        await engine.applyMigrations({ migrationsList, filters: NO_FILTER });
      });
    } catch (error) {
      if (tried === TRIES || !LOCKED_OUT.includes(codeOf(error))) throw error;
      await wait(PAUSE_MS);
    }
  }
}

const codeOf = (error: unknown): unknown => {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause ? cause.code : undefined;
};

async function finishedMigrations(client: Client): Promise<string[]> {
  const kept = await client.query<{ kept: boolean }>("select to_regclass('_prisma_migrations') is not null as kept");
  if (!kept.rows[0]?.kept) return [];
  const { rows } = await client.query<{ name: string }>(
    "select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null",
  );
  return rows.map(({ name }) => name);
}

// The role that has to migrate instead of this one. With roles set up, only the owner itself will do: default privileges on new
// tables apply to that role alone.
async function otherOwner(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ owner: string }>(
    `select relowner::regrole::text as owner from pg_class c where oid = to_regclass('_prisma_migrations')
       and relowner <> current_user::regrole
       and (not pg_has_role(relowner, 'USAGE') or exists (select from pg_default_acl where defaclrole = c.relowner))`,
  );
  return rows[0]?.owner;
}

/** Whether the role of an address can undo the database's guards: as a superuser, or because it owns them. */
export async function mayUndoGuards(databaseUrl: string): Promise<boolean> {
  const client = await connect(databaseUrl);
  try {
    const { rows } = await client.query<{ may: boolean }>(
      `select rolsuper or pg_has_role(c.relowner, 'MEMBER') as may from pg_roles, pg_class c
       where rolname = current_user and c.oid = 'ledger_entries'::regclass`,
    );
    return rows[0]?.may ?? false;
  } finally {
    await client.end();
  }
}

async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client(connectionTo(databaseUrl));
  client.on("error", () => undefined);
  try {
    await assertSessions(databaseUrl);
    await client.connect();
  } catch (error) {
    if (error instanceof BadEnvironment) throw new MigrationFailed(error.message);
    throw unreachable(databaseUrl, error);
  }
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
  if (Number(rows[0]?.version) >= OLDEST_SERVER) return client;
  await client.end();
  throw new MigrationFailed("The database is older than PostgreSQL 15; use 15 or newer.");
}

function unreachable(databaseUrl: string, error: unknown): MigrationFailed {
  const { hostname, port } = new URL(databaseUrl);
  return new MigrationFailed(
    `No answer from the database at ${hostname}:${port || 5432} (${messageOf(error)}); start it, or correct DATABASE_URL.`,
  );
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}
