import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { SchemaEngine as Engine, MigrationList } from "@prisma/schema-engine-wasm";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import { z } from "zod";

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;

const Problem = z.object({ message: z.string() });
const PROJECT_SCHEMA = join("prisma", "schema.prisma");
const MIGRATIONS = join("prisma", "migrations");

// Others wait behind a statement that waits for its lock, so it gives up soon.
const LOCK_TIMEOUT = "-c lock_timeout=2s";

// The adapter cuts scripts at every semicolon, also inside function bodies. Sent whole, PostgreSQL reads them itself, and
// runs all of a migration or nothing of it. It refuses to build an index concurrently so: those statements go one by one.
class WholeScripts extends PrismaPg {
  readonly #open: Adapter[] = [];
  /** Why a script failed. The engine doesn't pass it on. */
  problem: unknown;

  override async connect() {
    const adapter = await super.connect();
    adapter.executeScript = async (script) => {
      try {
        const statements = script.includes(" CONCURRENTLY ") ? script.split(/;\s*$/m) : [script];
        for (const statement of statements) if (statement.trim()) await adapter.underlyingDriver().query(statement);
      } catch (error) {
        this.problem = error;
        throw error;
      }
    };
    this.#open.push(adapter);
    return adapter;
  }

  /** Ends all connections; the engine leaves them open. */
  async close(): Promise<void> {
    for (const adapter of this.#open) await adapter.dispose();
  }
}

let instantiated: Promise<void> | undefined;

/**
 * Runs `work` with Prisma's schema engine on a database: the same engine as in `prisma migrate`, compiled to
 * WebAssembly, so nothing is downloaded and the ordinary `_prisma_migrations` table is kept.
 */
export async function withSchemaEngine<T>(databaseUrl: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  instantiated ??= instantiate();
  await instantiated;
  const connections = new WholeScripts({ connectionString: databaseUrl, max: 2, options: LOCK_TIMEOUT });
  const adapter = bindMigrationAwareSqlAdapterFactory(connections);
  const engine: Engine = await bindings.SchemaEngine.new({ datamodels: [projectSchema()] }, () => undefined, adapter);
  try {
    return await work(engine);
  } catch (error) {
    throw new Error(messageOf(connections.problem ?? error), { cause: connections.problem ?? error });
  } finally {
    engine.free();
    await connections.close();
  }
}

/** The path and text of the schema, as the engine takes them. */
export function projectSchema(): [string, string] {
  return [PROJECT_SCHEMA, readFileSync(PROJECT_SCHEMA, "utf8")];
}

/** The migrations of this version, oldest first, read from the disk. */
export function projectMigrations(folder = MIGRATIONS): MigrationList {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return {
    baseDir: folder,
    lockfile: {
      path: "migration_lock.toml",
      content: readFileSync(join(folder, "migration_lock.toml"), "utf8"),
    },
    shadowDbInitScript: "",
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok", value: readFileSync(join(folder, name, "migration.sql"), "utf8") },
      },
    })),
  };
}

async function instantiate(): Promise<void> {
  const folder = dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm"));
  const module = new WebAssembly.Module(readFileSync(join(folder, "schema_engine_bg.wasm")));
  const instance = new WebAssembly.Instance(module, { "./schema_engine_bg.js": { ...bindings } });
  bindings.__wbg_set_wasm(instance.exports);
  const { __wbindgen_start: start } = instance.exports;
  if (typeof start === "function") start();
}

function messageOf(error: unknown): string {
  const problem = Problem.safeParse(error);
  return problem.success ? problem.data.message : String(error);
}
