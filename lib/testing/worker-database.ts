import { Client } from "pg";
import { type Addresses, ownAddresses, type Roles } from "@/prisma/roles";

// Each test file imports this before it starts, so it must import little.

/** What all names of runs' databases start with. */
export const RUN_PREFIX = "test_";

// Separate roles, because the server may also be a developer's.
export const TEST_ROLES: Roles = {
  owner: "vellum_test_owner",
  application: "vellum_test_app",
  reader: "vellum_test_readonly",
};

/** The name of a database that belongs to this process's run and is dropped with it. */
export function runDatabase(runPid: number, name: string): string {
  return `${RUN_PREFIX}${runPid}_${name}`;
}

/** The names of a run's databases, or of all runs', on a server. */
export async function runDatabases(client: Client, runPid?: number): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select datname as name from pg_database where starts_with(datname, $1)",
    [runPid === undefined ? RUN_PREFIX : runDatabase(runPid, "")],
  );
  return rows.map(({ name }) => name);
}

/** The process whose run a database belongs to. */
export const runOf = (database: string): number => Number(database.slice(RUN_PREFIX.length).split("_")[0]);

/** What to clone, on the server at `address`, and the tablespace for the clones unless it is the template's. */
export type CloneSource = { address: string; template: string; space?: string | null };

/**
 * Returns each role's URL for the database `name`, which is as the template: a new clone, or the worker's previous one if
 * the previous test file didn't open it.
 */
export async function workerDatabase(source: CloneSource, name: string): Promise<Addresses> {
  const { address } = source;
  return (await isUntouched(address, name)) ? addressesOf(address, name) : cloneTemplate(source, name);
}

/**
 * Clones the template into `name`, replacing the database of the worker's previous test file, and returns each role's
 * URL. The service under test connects as the application.
 */
export async function cloneTemplate({ address, template, space }: CloneSource, name: string): Promise<Addresses> {
  await on(address, async (client) => {
    // Leftovers of the previous file would reach this file's jobs, sweeps and queues.
    await drop(client, name);
    const [clone, owner] = [name, TEST_ROLES.owner].map((word) => client.escapeIdentifier(word));
    // In memory, copying files is faster than logging their pages.
    const place = space ? `tablespace ${client.escapeIdentifier(space)} strategy file_copy` : "";
    await client.query(
      `create database ${clone} template ${client.escapeIdentifier(template)} owner ${owner} ${place}`,
    );
    // Cloning doesn't copy grants on the database itself.
    await client.query(`revoke temporary on database ${clone} from public`);
  });
  return addressesOf(address, name);
}

/** Each role's URL for a test database, from its superuser's URL. */
export const testRoles = (superuserUrl: string): Addresses => ownAddresses(superuserUrl, TEST_ROLES);

const addressesOf = (address: string, name: string): Addresses =>
  testRoles(Object.assign(new URL(address), { pathname: `/${name}` }).href);

// A connection is counted before it ends, so no open connection and none counted means that there never was one.
const isUntouched = (address: string, name: string): Promise<boolean> =>
  on(address, async (client) => {
    const open = await client.query("select from pg_stat_activity where datname = $1", [name]);
    if (open.rows.length > 0) return false;
    const { rows } = await client.query<{ sessions: string }>(
      "select sessions from pg_stat_database where datname = $1",
      [name],
    );
    return rows[0]?.sessions === "0";
  });

/** Drops a database if it exists, with its connections. */
export async function drop(client: Client, database: string): Promise<void> {
  await client.query(`drop database if exists ${client.escapeIdentifier(database)} with (force)`);
}

/** A connection that survives the end of its server. */
export async function connect(address: string): Promise<Client> {
  const client = new Client({ connectionString: address });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

async function on<T>(address: string, run: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(address);
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
