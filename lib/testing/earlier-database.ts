import { Client } from "pg";
import { inject } from "vitest";
import { runDatabase, TEST_ROLES, testRoles } from "@/lib/testing/worker-database";
import { earlierMigrations } from "@/prisma/adopt";
import { type Addresses, setUpOwnRoles } from "@/prisma/roles";
import { projectMigrations, withSchemaEngine } from "@/prisma/schema-engine";

/** Creates a database migrated up to `last`, with its roles. It is dropped with the run. */
export async function makeEarlierDatabase(name: string, last: string): Promise<Addresses & { database: string }> {
  const { address, runPid } = inject("testServer");
  const database = runDatabase(runPid, `${name}_${process.env.VITEST_POOL_ID}`);
  const admin = new Client({ connectionString: address });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${database}`);
  await admin.end();
  const superuserUrl = Object.assign(new URL(address), { pathname: `/${database}` }).href;
  await setUpOwnRoles(superuserUrl, TEST_ROLES);
  const addresses = testRoles(superuserUrl);
  await runEarlierMigrations(addresses.owner, last);
  return { ...addresses, database };
}

async function runEarlierMigrations(ownerUrl: string, last: string): Promise<void> {
  const migrationDirectories = earlierMigrations()
    .filter(({ name }) => name <= last)
    .map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value: sql } },
    }));
  await withSchemaEngine(ownerUrl, (engine) =>
    engine.applyMigrations({
      migrationsList: { ...projectMigrations(), migrationDirectories },
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
}
