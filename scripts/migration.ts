import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTestServer } from "@/lib/testing/database";
import { withSchemaEngine } from "@/prisma/schema-engine";
import { giveUp, note } from "@/scripts/progress.mjs";

// Writes a migration for the schema changes since a commit. It compares schema with schema. Comparing with the database
// would drop what the schema language lacks, such as triggers, checks and partitions.

const SCHEMA = "prisma/schema.prisma";
const MIGRATIONS = "prisma/migrations";
const [name = "", since = "HEAD"] = process.argv.slice(2);
if (!/^[a-z][a-z0-9_]*$/.test(name))
  giveUp("Name the change in lower case: npm run db:migration -- add_scenes [COMMIT]");

const before = execFileSync("git", ["show", `${since}:${SCHEMA}`], { encoding: "utf8" });
const sql = await difference(before, readFileSync(SCHEMA, "utf8"));
if (sql === "") {
  note(`The schema has not changed since ${since}.`);
} else {
  const folder = join(MIGRATIONS, `${nextStamp()}_${name}`);
  mkdirSync(folder);
  writeFileSync(join(folder, "migration.sql"), `${sql}\n`);
  note(`Wrote ${join(folder, "migration.sql")}. Review it, then run npm run db:generate.`);
}

/** The time, or the second after the latest migration's: migrations run in the order of their names. */
function nextStamp(): number {
  const now = Number(new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14));
  const stamps = readdirSync(MIGRATIONS).flatMap((folder) =>
    /^\d{14}_/.test(folder) ? Number(folder.slice(0, 14)) : [],
  );
  return Math.max(now, ...stamps.map((stamp) => stamp + 1));
}

async function difference(from: string, to: string): Promise<string> {
  const server = await openTestServer(process.env.DATABASE_URL_TEST);
  try {
    const { stdout } = await withSchemaEngine(server.urlOf("postgres"), (engine) =>
      engine.diff({
        from: { tag: "schemaDatamodel", files: [{ path: SCHEMA, content: from }] },
        to: { tag: "schemaDatamodel", files: [{ path: SCHEMA, content: to }] },
        script: true,
        exitCode: null,
        filters: { externalTables: [], externalEnums: [] },
      }),
    );
    const script = stdout?.trim() ?? "";
    return script.includes("This is an empty migration") ? "" : script;
  } finally {
    await server.close();
  }
}
