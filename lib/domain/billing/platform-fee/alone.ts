import { pool } from "@/lib/platform/db";

/**
 * Do something while nobody else, in whatever process, does something of the same name. False when somebody does. The lock
 * is that of a database connection: it ends with a process that dies.
 */
export async function alone(name: string, run: () => Promise<void>): Promise<boolean> {
  const client = await pool().connect();
  let clean = false;
  try {
    const { rows } = await client.query("SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS got", [name]);
    if (rows[0]?.got !== true) {
      clean = true;
      return false;
    }
    try {
      await run();
    } finally {
      await client.query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [name]);
      clean = true;
    }
    return true;
  } finally {
    // A connection that may still hold the lock is not used again.
    client.release(!clean);
  }
}
