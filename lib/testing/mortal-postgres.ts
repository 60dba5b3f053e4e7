import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, type QueryResultRow } from "pg";
import { afterAll, beforeAll } from "vitest";
import { openEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { migrate } from "@/prisma/migrate";

export type MortalPostgres = {
  readonly url: string;
  /** Restarts it at the same address. */
  start: () => Promise<void>;
  /** `kill -9` of the postmaster. */
  kill: () => void;
  /** Runs a statement on its own connection. */
  ask: <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
};

/** A migrated PostgreSQL for one test file, which may kill it. */
export function mortalPostgres(): MortalPostgres {
  const place = mkdtempSync(join(tmpdir(), "mortal-"));
  const folder = join(place, "postgres");
  const open = () => openEmbeddedPostgres({ folder, database: "records" });
  let url = "";
  beforeAll(async () => {
    url = (await open()).url;
    await migrate(url);
  });
  afterAll(async () => {
    await (await open()).stop();
    // The folder may be a link to a place that the database's user can enter.
    for (const path of [realpathSync(folder), place]) rmSync(path, { recursive: true, force: true });
  });
  return {
    get url() {
      return url;
    },
    async start() {
      if ((await open()).url !== url) throw new Error("PostgreSQL came back at another address");
    },
    kill: () => killProcess(postmasterPid(folder)),
    ask: (text, values) => askOnce(url, text, values),
  };
}

/** The process that runs the cluster in `folder`. */
export const postmasterPid = (folder: string): number =>
  Number(readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n")[0]);

/** `kill -9`, of one process and never of a group. */
export function killProcess(pid: number): void {
  if (!(pid > 1)) throw new Error(`${pid} is no process`);
  process.kill(pid, "SIGKILL");
}

/** Runs a statement on its own connection. */
export async function askOnce<Row extends QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
