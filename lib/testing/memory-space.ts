import { chownSync, mkdtempSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "pg";
import { RUN_PREFIX } from "./worker-database";

// Creating and dropping a database means a thousand files. Some disks take a second for that.
const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 2 ** 31;

/**
 * Creates a tablespace in memory for the databases of a run on an embedded server, whose data is in `folder`. Returns
 * null where there is too little memory or none that is a folder.
 */
export async function createMemorySpace(client: Client, folder: string, name: string): Promise<string | null> {
  if (freeBytes() < ENOUGH_BYTES) return null;
  const location = mkdtempSync(join(MEMORY, "vellum-test-"));
  // PostgreSQL may run as another user.
  const { uid, gid } = statSync(folder);
  chownSync(location, uid, gid);
  const [space, path] = [client.escapeIdentifier(name), client.escapeLiteral(location)];
  await client.query(`create tablespace ${space} location ${path}`);
  return name;
}

/** Drops a tablespace that holds no database anymore, if it exists. */
export async function dropMemorySpace(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ location: string }>(
    "select pg_tablespace_location(oid) as location from pg_tablespace where spcname = $1",
    [name],
  );
  await client.query(`drop tablespace if exists ${client.escapeIdentifier(name)}`);
  for (const { location } of rows) rmSync(location, { recursive: true, force: true });
}

/** The names of all tablespaces of runs. */
export async function memorySpaces(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select spcname as name from pg_tablespace where starts_with(spcname, $1)",
    [RUN_PREFIX],
  );
  return rows.map(({ name }) => name);
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
