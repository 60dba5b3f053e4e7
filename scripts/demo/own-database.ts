import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { connectionTo } from "@/lib/platform/connection";
import { type Roles, setUpOwnRoles } from "@/prisma/roles";

type Given = {
  dataDir: string;
  signal: AbortSignal;
  /** What plays it, on `DATABASE_URL`. */
  program?: string;
  roles?: Roles;
};

/**
 * Prepares to play the demo on our own PostgreSQL. Null if its database has had a user. It is played on a copy, which takes the place
 * of the database once it is complete: after a kill, the next start plays it again, from the beginning. No other process may use the
 * database.
 */
export async function prepareDemo(superuserUrl: string, given: Given): Promise<(() => Promise<void>) | null> {
  await onServer(superuserUrl, async (server, { draft, empty }) => {
    // Of a start that was killed.
    for (const left of [draft, empty]) await server.query(`DROP DATABASE IF EXISTS ${left} WITH (FORCE)`);
  });
  return (await isNew(superuserUrl)) ? () => play(superuserUrl, given) : null;
}

async function play(superuserUrl: string, { dataDir, roles, ...given }: Given): Promise<void> {
  // What is there belongs to a play that was killed.
  for (const left of ["mail", "stripe.json"]) rmSync(join(dataDir, left), { recursive: true, force: true });
  await onServer(superuserUrl, async (server, { name, draft, empty, draftUrl }) => {
    await server.query(`CREATE DATABASE ${draft} TEMPLATE ${name}`);
    const { application } = await setUpOwnRoles(draftUrl, roles);
    await runDemo(application, given);
    await server.query("BEGIN");
    await server.query(`ALTER DATABASE ${name} RENAME TO ${empty}`);
    await server.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
    await server.query("COMMIT");
    await server.query(`DROP DATABASE ${empty}`);
  });
}

/** Runs the program that plays it. It ends with this process. Throws with its last words. */
async function runDemo(databaseUrl: string, { program = join("dist", "demo.js"), signal }: Omit<Given, "dataDir">) {
  const child = spawn(process.execPath, [join("scripts", "follow-parent.mjs"), program], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      ALLOW_PRIVATE_WEBHOOKS: "1",
    },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    signal,
  });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(said.trim().split("\n").slice(-8).join("\n") || `exit code ${code}`);
}

/** The database, the copy that the demo is played on, and the new database that it replaces, as SQL; and the copy's address. */
type Names = { name: string; draft: string; empty: string; draftUrl: string };

async function onServer(url: string, work: (server: Client, names: Names) => Promise<void>): Promise<void> {
  const server = new Client(connectionTo(urlOf(url, "postgres")));
  server.on("error", () => undefined);
  await server.connect();
  const database = new URL(url).pathname.slice(1);
  const [name = "", draft = "", empty = ""] = ["", "_demo", "_empty"].map((end) =>
    server.escapeIdentifier(database + end),
  );
  try {
    await work(server, { name, draft, empty, draftUrl: urlOf(url, `${database}_demo`) });
  } finally {
    await server.end();
  }
}

const urlOf = (url: string, database: string): string => Object.assign(new URL(url), { pathname: `/${database}` }).href;

async function isNew(url: string): Promise<boolean> {
  const client = new Client(connectionTo(url));
  await client.connect();
  try {
    const { rows } = await client.query<{ used: boolean }>(
      "SELECT EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM partners) OR EXISTS (SELECT FROM ledger_entries) AS used",
    );
    return rows[0]?.used === false;
  } finally {
    await client.end();
  }
}
