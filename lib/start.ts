import { setTimeout as wait } from "node:timers/promises";
import { assertOwnSecrets, WrongSecret } from "@/lib/master-key";
import { isConnectionLost, sqlState } from "@/lib/platform/db";
import { BadEnvironment } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { assertSessions } from "@/lib/platform/session-check";

const DATABASE_RETRY_MS = 1_000;
const NO_SUCH_TABLE = "42P01";

/** Throws unless this process may use its database: over sessions of its own, and with the secrets of its other processes. */
export async function assertBelongs(): Promise<void> {
  await assertSessions();
  await assertOwnSecrets();
}

/** As `assertBelongs`, and waits for a database that is away or not migrated yet. */
export async function waitToBelong(whileAway?: () => void): Promise<void> {
  for (;;) {
    try {
      return await assertBelongs();
    } catch (error) {
      if (!isConnectionLost(error) && sqlState(error) !== NO_SUCH_TABLE) throw error;
      log.warn({ err: error }, "this process waits for its database");
    }
    whileAway?.();
    await wait(DATABASE_RETRY_MS);
  }
}

/** Ends a process that can't start: with a line for each thing that the operator can change, or with a log entry. */
export function exitWith(error: unknown): never {
  const say = (words: string) => process.stderr.write(`${words}\n`);
  const { code, message }: { code?: unknown; message: string } =
    error instanceof Error ? error : { message: String(error) };
  if (error instanceof BadEnvironment) for (const problem of error.problems) say(problem);
  else if (code === "EADDRINUSE")
    say(`${message}: another program uses that port; set PORT, WORKER_PORT, SINK_PORT, STRIPE_PORT or METRICS_PORT.`);
  else if (code === "EACCES") say(`${message}: not allowed; set PORT to one above 1023.`);
  else if (error instanceof WrongSecret) say(message);
  else log.fatal({ err: error }, "could not start");
  process.exit(1);
}
