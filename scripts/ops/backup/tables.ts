import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { Client } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { mayUndoGuards, migrate } from "@/prisma/migrate";
import { OWN_SCHEMAS } from "@/prisma/privileges";
import { CommandFailed } from "../report";
import { type BackupFolder, manifestFile, readSealed, unzipped, writeSealed, zipped } from "./folder";

const Manifest = z.object({
  /** Names and checksums of the migrations, also of the job queue's. */
  migrations: z.array(z.string()),
  /** The fingerprints of the master keys that the database accepts. */
  masterKeys: z.array(z.string()),
  /** When the newest entry of the ledger was written. */
  newestEntry: z.string().nullable(),
  tables: z.array(z.object({ name: z.string(), columns: z.string(), rows: z.number() })),
  /** Statements that make partitions with their own indexes, and that set sequences. */
  partitions: z.array(z.string()),
  sequences: z.array(z.string()),
});

/** What a backup has, and what it was made of. */
export type Manifest = z.infer<typeof Manifest>;

/** Reads the manifest of a complete backup. */
export async function readManifest(folder: BackupFolder, backup: string): Promise<Manifest> {
  return Manifest.parse(await json(readSealed(folder, manifestFile(backup))));
}

/** The file of a table, or of another list, in a backup. */
export const tableFile = (backup: string, name: string): string => `${backup}/${name}`;

// As pg_dump sets them: values are written in one form, and nothing ends what takes long.
const SETTINGS = `
  SET datestyle = ISO; SET intervalstyle = postgres; SET extra_float_digits = 3; SET timezone = 'UTC'; SET bytea_output = hex;
  SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0`;

const MIGRATIONS = `
  SELECT migration_name || ' ' || checksum AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL
  UNION ALL SELECT 'jobs ' || id FROM graphile_worker.migrations`;

// A table with its partitions is one, and generated columns are computed again.
const TABLES = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.oid NOT IN ('public._prisma_migrations'::regclass, 'graphile_worker.migrations'::regclass)
  GROUP BY 1 ORDER BY 1`;

const PARTITIONS = `
  SELECT format('CREATE TABLE IF NOT EXISTS %s PARTITION OF %s %s%s', c.oid::regclass, i.inhparent::regclass,
    pg_get_expr(c.relpartbound, c.oid), coalesce(' PARTITION BY ' || pg_get_partkeydef(c.oid), '')) AS sql
  FROM pg_class p JOIN pg_partition_tree(p.oid) t ON true JOIN pg_class c ON c.oid = t.relid JOIN pg_inherits i ON i.inhrelid = c.oid
  WHERE p.relkind = 'p' AND NOT p.relispartition AND p.relnamespace = ANY ($1::regnamespace[]) ORDER BY t.level, 1`;

// Made beside those that every partition of a table has.
const OWN_INDEXES = `
  SELECT pg_get_indexdef(x.indexrelid) AS sql FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid
  WHERE c.relispartition AND c.relnamespace = ANY ($1::regnamespace[]) AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = x.indexrelid)
  ORDER BY 1`;

const DROP_PARTITIONS = `
  SELECT format('DROP TABLE %s', inhrelid::regclass) AS sql FROM pg_inherits JOIN pg_class p ON p.oid = inhparent
  WHERE p.relkind = 'p' AND NOT p.relispartition AND p.relnamespace = ANY ($1::regnamespace[])`;

const SEQUENCES = `
  SELECT format('SELECT setval(%L, %s, true)', format('%I.%I', schemaname, sequencename), last_value) AS sql
  FROM pg_sequences WHERE schemaname = ANY ($1) AND last_value IS NOT NULL ORDER BY 1`;

const FOREIGN_KEYS = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
  FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = ANY ($1::regnamespace[]) ORDER BY oid`;

/** Copies every table, as one moment saw them all, and the `lists` of the same moment. Runs beside the service. */
export async function backUpTables(
  folder: BackupFolder,
  { backup, databaseUrl, lists }: { backup: string; databaseUrl: string; lists: Readonly<Record<string, string>> },
): Promise<Manifest> {
  return withClient(databaseUrl, async (client) => {
    const column = async (sql: string, values: unknown[] = []): Promise<string[]> =>
      (await client.query<string[]>({ text: sql, values, rowMode: "array" })).rows.map(([value]) => value ?? "");
    const save = async (name: string, query: string): Promise<number> => {
      const stream = client.query(copyTo(`COPY (${query}) TO STDOUT`));
      await writeSealed(folder, tableFile(backup, name), zipped(stream));
      return stream.rowCount;
    };
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const { rows: tables } = await client.query<{ name: string; columns: string }>(TABLES, [OWN_SCHEMAS]);
    const copied: Manifest["tables"] = [];
    for (const { name, columns } of tables) {
      copied.push({ name, columns, rows: await save(name, `SELECT ${columns} FROM ${name}`) });
    }
    for (const [name, query] of Object.entries(lists)) await save(name, query);
    const [newestEntry = null] = await column(
      `SELECT to_json(at) #>> '{}' FROM ledger_entries ORDER BY seq DESC LIMIT 1`,
    );
    return {
      migrations: (await column(MIGRATIONS)).sort(),
      masterKeys: await column("SELECT fingerprint FROM secret_fingerprints WHERE name = 'MASTER_KEY'"),
      newestEntry,
      tables: copied,
      partitions: [...(await column(PARTITIONS, [OWN_SCHEMAS])), ...(await column(OWN_INDEXES, [OWN_SCHEMAS]))],
      // Not part of the snapshot, so read last: at least as far as its rows.
      sequences: await column(SEQUENCES, [OWN_SCHEMAS]),
    };
  });
}

/**
 * Fills an empty database with a backup's tables, in one transaction: after a crash it is still empty. `databaseUrl` is its owner's,
 * who needs no superuser: foreign keys are dropped and added again, which checks every row. Throws `CommandFailed` if the database
 * has rows, or the backup was made with other migrations.
 */
export async function restoreTables(
  folder: BackupFolder,
  { backup, databaseUrl, manifest }: { backup: string; databaseUrl: string; manifest: Manifest },
): Promise<void> {
  const { tables } = manifest;
  await withClient(databaseUrl, async (client) => {
    const { rows: foreignKeys } = await client.query<{ drop: string; add: string }>(FOREIGN_KEYS, [OWN_SCHEMAS]);
    await client.query("BEGIN");
    for (const { drop } of foreignKeys) await client.query(drop);
    for (const { name } of tables) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    await client.query(`TRUNCATE ${tables.map(({ name }) => name).join(", ")}`);
    // The new database has others, with borders by its own age.
    const { rows: others } = await client.query<{ sql: string }>(DROP_PARTITIONS, [OWN_SCHEMAS]);
    for (const { sql } of [...others, ...manifest.partitions.map((sql) => ({ sql }))]) await client.query(sql);
    for (const { name, columns, rows } of tables) {
      const into = client.query(copyFrom(`COPY ${name} (${columns}) FROM STDIN`));
      await pipeline(Readable.from(unzipped(readSealed(folder, tableFile(backup, name))), { objectMode: false }), into);
      if (into.rowCount !== rows) throw new CommandFailed(`${name} has ${into.rowCount} of ${rows} rows.`);
    }
    for (const { add } of foreignKeys) await client.query(add);
    for (const { name } of tables) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    for (const sql of manifest.sequences) await client.query(sql);
    // No worker of then has them anymore.
    await client.query(
      `SELECT graphile_worker.force_unlock_workers(ARRAY(
         SELECT DISTINCT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL))`,
    );
    await client.query("COMMIT");
    await client.query("ANALYZE");
  });
}

/** Migrates a database and checks that a backup fits it. Throws `CommandFailed` unless it is empty and of the same version. */
export async function prepareDatabase(databaseUrl: string, { migrations, tables }: Manifest): Promise<void> {
  await migrate(databaseUrl);
  if (!(await mayUndoGuards(databaseUrl))) {
    throw new CommandFailed("Only the database's owner may restore it: set DATABASE_OWNER_URL to that role's address.");
  }
  await withClient(databaseUrl, async (client) => {
    const { rows: ours } = await client.query<{ name: string }>(MIGRATIONS);
    if (
      ours
        .map(({ name }) => name)
        .sort()
        .join() !== migrations.join()
    ) {
      throw new CommandFailed(
        `The backup was made by a version with other migrations (the last one is ${migrations.at(-1)}). Restore it with that version, then update.`,
      );
    }
    const filled: string[] = [];
    for (const { name } of tables) {
      // Every new database has the starts of the ledger's chains.
      const condition = name === "public.ledger_heads" ? "WHERE length > 0" : "";
      const { rowCount } = await client.query(`SELECT FROM ${name} ${condition} LIMIT 1`);
      if (rowCount !== 0) filled.push(name.replace("public.", ""));
    }
    if (filled.length === 0) return;
    const some =
      filled.length > 3 ? `${filled.slice(0, 3).join(", ")} and ${filled.length - 3} more` : filled.join(", ");
    throw new CommandFailed(
      `The database isn't empty: there are rows in ${some}. Stop the service, and restore into a new database.`,
    );
  });
}

async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString, keepAlive: true });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(SETTINGS);
    return await work(client);
  } finally {
    // Ends a transaction that failed, or only read.
    await client.end();
  }
}
