import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { connectionTo } from "./connection";
import { BadEnvironment, env } from "./env";
import { newId } from "./ids";

const ROUNDS = 3;
// Long enough for two statements to run at once.
const OVERLAP_MS = 30;

/**
 * Throws `BadEnvironment` if a database's address leads to a transaction pooler, such as PgBouncer's `pool_mode = transaction`: advisory
 * locks, notifications and named statements need a session of their own. Two connections show it: under such a pooler one sees the
 * other's setting, or loses its own while the other is busy.
 */
export async function assertSessions(databaseUrl = env().databaseUrl): Promise<void> {
  const [one, other] = [connection(databaseUrl), connection(databaseUrl)];
  try {
    await one.connect();
    // PostgreSQL itself announces the process that then answers. A pooler makes up an own number.
    const { rows } = await one.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    if (rows[0]?.pid === Reflect.get(one, "processID")) return;
    await other.connect();
    for (let round = 0; round < ROUNDS; round++) {
      const mark = newId();
      await one.query("SELECT set_config('records.session', $1, false)", [mark]);
      const others = markOf(other, OVERLAP_MS);
      await wait(OVERLAP_MS / 2);
      const [own, foreign] = await Promise.all([markOf(one, 0), others]);
      if (own !== mark || foreign === mark) {
        const name = databaseUrl === env().databaseUrl ? "DATABASE_URL" : "DATABASE_OWNER_URL";
        throw new BadEnvironment([
          `${name} leads to a pooler that gives out a connection for one transaction only; set its mode to session (PgBouncer: pool_mode = session), or use PostgreSQL's own address.`,
        ]);
      }
    }
  } finally {
    for (const client of [one, other]) client.end().catch(() => undefined);
  }
}

function connection(databaseUrl: string): Client {
  const client = new Client(connectionTo(databaseUrl, "start"));
  client.on("error", () => undefined);
  return client;
}

async function markOf(client: Client, ms: number): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(
    "SELECT current_setting('records.session', true) AS mark, pg_sleep($1)",
    [ms / 1000],
  );
  return rows[0]?.mark ?? null;
}
