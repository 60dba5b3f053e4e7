import { runMigrations } from "graphile-worker";
import { Client } from "pg";
import { projectMigrations, withSchemaEngine } from "@/prisma/schema-engine";

const OLDEST_SERVER = 150_000;
const MIGRATING = 0x6d696772;
const NO_FILTER = { externalTables: [], externalEnums: [] };

/** The database cannot be brought to this version; the message is for the person at the terminal. */
export class MigrationFailed extends Error {
  override name = "MigrationFailed";
}

/**
 * Brings a database to this version: the service's own tables and those of the job queue. Does nothing when it is there
 * already. Starters that collide queue behind each other. Returns the names of the migrations that were applied.
 * Throws `MigrationFailed`.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = await connect(databaseUrl);
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATING]);
    const migrationsList = projectMigrations();
    const applied = (await upToDate(
      client,
      migrationsList.migrationDirectories.map(({ path }) => path),
    ))
      ? []
      : await withSchemaEngine(databaseUrl, (engine) =>
          engine.applyMigrations({ migrationsList, filters: NO_FILTER }),
        ).then((output) => output.appliedMigrationNames);
    await runMigrations({ connectionString: databaseUrl, preset: { worker: { maxPoolSize: 2 } } });
    return applied;
  } catch (error) {
    throw new MigrationFailed(`The database could not be migrated: ${messageOf(error)}`);
  } finally {
    await client.end();
  }
}

// The engine takes a second to load; an ordinary start has nothing for it to do.
async function upToDate(client: Client, names: readonly string[]): Promise<boolean> {
  const kept = await client.query<{ kept: boolean }>("select to_regclass('_prisma_migrations') is not null as kept");
  if (!kept.rows[0]?.kept) return false;
  const finished = await client.query<{ name: string }>(
    "select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null",
  );
  const known = new Set(finished.rows.map(({ name }) => name));
  return names.every((name) => known.has(name));
}

async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { hostname, port } = new URL(databaseUrl);
    throw new MigrationFailed(
      `No answer from the database at ${hostname}:${port || 5432} (${messageOf(error)}); start it, or correct DATABASE_URL.`,
    );
  }
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
  if (Number(rows[0]?.version) >= OLDEST_SERVER) return client;
  await client.end();
  throw new MigrationFailed("The database is older than PostgreSQL 15; use 15 or newer.");
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}
