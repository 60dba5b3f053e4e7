import { runMigrations } from "graphile-worker";
import { Client } from "pg";
import { applyPrivileges } from "@/prisma/privileges";
import { projectMigrations, withSchemaEngine } from "@/prisma/schema-engine";

const OLDEST_SERVER = 150_000;
const MIGRATING = 0x6d696772;
const SEALS_AFTER = "20261122140100_sealed_facts";
const NO_FILTER = { externalTables: [], externalEnums: [] };

/** The database cannot be brought to this version; the message is for the person at the terminal. */
export class MigrationFailed extends Error {
  override name = "MigrationFailed";
}

/**
 * Brings a database to this version: the service's tables, those of the job queue, and the privileges of each role. Concurrent
 * calls wait for each other. `databaseUrl` is the owner's; another role is fine as long as nothing needs migrating. Returns the
 * names of the applied migrations. Throws `MigrationFailed`.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = await connect(databaseUrl);
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATING]);
    const isUpToDate = await upToDate(
      client,
      projectMigrations().migrationDirectories.map(({ path }) => path),
    );
    const owner = await otherOwner(client);
    if (owner) {
      if (isUpToDate) return [];
      throw new Error(`it needs migrating by ${owner}, its owner; set DATABASE_OWNER_URL to that role's address`);
    }
    const applied = isUpToDate ? [] : await applyAll(client, databaseUrl);
    await runMigrations({ connectionString: databaseUrl, preset: { worker: { maxPoolSize: 2 } } });
    await applyPrivileges(client);
    return applied;
  } catch (error) {
    throw new MigrationFailed(`The database could not be migrated: ${messageOf(error)}`);
  } finally {
    await client.end();
  }
}

// Columns of earlier versions are sealed between two migrations, because SQL can't seal them.
async function applyAll(client: Client, databaseUrl: string): Promise<string[]> {
  const list = projectMigrations();
  const until = list.migrationDirectories.filter(({ path }) => path <= SEALS_AFTER);
  return withSchemaEngine(databaseUrl, async (engine) => {
    const apply = async (migrationsList: typeof list) =>
      (await engine.applyMigrations({ migrationsList, filters: NO_FILTER })).appliedMigrationNames;
    const first = (await upToDate(client, [SEALS_AFTER])) ? [] : await apply({ ...list, migrationDirectories: until });
    if (await hasPlainFacts(client)) {
      // Imported only here: it needs the service's code and configuration, which an ordinary migration doesn't.
      const { sealPlainFacts } = await import("@/prisma/seal-facts");
      await sealPlainFacts(client, databaseUrl);
      // `prisma migrate deploy` may have stopped before this step and recorded the next migration as failed.
      await client.query(
        "update _prisma_migrations set rolled_back_at = now() where migration_name > $1 and finished_at is null",
        [SEALS_AFTER],
      );
    }
    return [...first, ...(await apply(list))];
  });
}

// Whether birth dates and documents are still in plain columns, as in earlier versions.
async function hasPlainFacts(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(
    `select exists (select from pg_attribute
       where attrelid = to_regclass('identity_checks') and attname = 'birth_date' and not attisdropped) as has`,
  );
  return rows[0]?.has ?? false;
}

// Checked first because the engine takes a second to load, and an ordinary start has nothing to migrate.
async function upToDate(client: Client, names: readonly string[]): Promise<boolean> {
  const kept = await client.query<{ kept: boolean }>("select to_regclass('_prisma_migrations') is not null as kept");
  if (!kept.rows[0]?.kept) return false;
  const finished = await client.query<{ name: string }>(
    "select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null",
  );
  const known = new Set(finished.rows.map(({ name }) => name));
  return names.every((name) => known.has(name));
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
