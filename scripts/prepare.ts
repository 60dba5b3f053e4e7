import { findEmbeddedPostgres, openEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { postmasterOf } from "@/lib/platform/embedded-postgres-process";
import { type Env, isPublicAddress } from "@/lib/platform/env";
import { mayUndoGuards, migrate } from "@/prisma/migrate";
import { ownAddresses, setUpOwnRoles } from "@/prisma/roles";
import {
  anotherPort,
  anyFreePort,
  checkedEnv,
  checkOwnFolder,
  isFree,
  postgresFolder,
  prepareDataFolder,
  prepareSecrets,
} from "@/scripts/environment";
import { giveUp, note, step } from "@/scripts/progress.mjs";
import type { Stopping } from "@/scripts/stopping";
import { runningInstance } from "./environment";

const DATABASE_CHECK_MS = 1000;

/** Checks what a start needs: writable folders, secrets, a valid environment, free ports. Exits with the problems, one per line. */
export async function prepareStart(command: "npm start" | "npm run dev"): Promise<Env> {
  checkOwnFolder();
  prepareDataFolder();
  prepareSecrets();
  const env = checkedEnv(command === "npm start" ? "production" : "development");
  const other = runningInstance();
  if (other)
    giveUp(`Already running at ${other.baseUrl} (process ${other.pid}); stop that one first: kill ${other.pid}`);
  if (!(await becomesFree(env.port, env.host))) {
    giveUp(`Port ${env.port} is taken; stop what uses it, or choose another: ${anotherPort(env, command)}`);
  }
  if (!(await isFree(env.sinkPort, "127.0.0.1")) || !(await isFree(env.sinkPort + 1, "127.0.0.1"))) {
    const other = await anyFreePair();
    note(
      `Port ${env.sinkPort} or the one after it is taken; the built-in inbox uses ${other} and ${other + 1} this time.`,
    );
    process.env.SINK_PORT = String(other);
  }
  if (env.stripe.standIn && !(await isFree(env.stripe.standIn.port, "127.0.0.1"))) {
    const other = await anyFreePort();
    note(`Port ${env.stripe.standIn.port} is taken; the Stripe stand-in uses ${other} this time.`);
    process.env.STRIPE_PORT = String(other);
  }
  process.env.PORT = String(env.port);
  return env;
}

/**
 * Prepares the database of `DATABASE_URL`, or the embedded one, which stops with this process. The owner role migrates it;
 * later processes don't get the owner's address. `bringUp` restarts the embedded database, and calls `moved` if its address
 * changed. `superuserUrl`: the embedded database's; null for `DATABASE_URL`.
 */
export async function prepareDatabase(
  stopping: Stopping,
  { moved = () => {} } = {},
): Promise<{ bringUp: () => Promise<void>; superuserUrl: string | null }> {
  try {
    const embedded = process.env.DATABASE_URL ? undefined : await startEmbedded(stopping, moved);
    const ownerUrl = embedded?.ownerUrl ?? (process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL || "");
    // Empty, because Next would read an absent one from the file.
    process.env.DATABASE_OWNER_URL = "";
    await step("Migrating the database", () => migrate(ownerUrl));
    if (await mayUndoGuards(process.env.DATABASE_URL ?? "")) {
      note("The service runs as the owner of its database, so the guards of its records don't bind it. Create roles:");
      note("npm run -s ops -- database roles (docs/operations.md, Database roles).");
    }
    return embedded ?? { bringUp: async () => undefined, superuserUrl: null };
  } catch (error) {
    return await stopping.fail(error);
  }
}

/** Whether to create the demo partner. */
export function isForShow(env: Env): boolean {
  return !isPublicAddress(env.baseUrl) || env.allowStandins;
}

type Embedded = { ownerUrl: string; superuserUrl: string; bringUp: () => Promise<void> };

async function startEmbedded(stopping: Stopping, moved: () => void): Promise<Embedded> {
  const notes: string[] = [];
  const options = { folder: postgresFolder(), database: "vellum", note: (line: string) => void notes.push(line) };
  const postgres = await step("Starting PostgreSQL", () => openEmbeddedPostgres(options));
  for (const line of notes) note(line);
  if (!postgres.started) note("PostgreSQL was still running after its parent was killed. No data was lost.");
  const addresses = await setUpOwnRoles(postgres.url);
  process.env.DATABASE_URL = addresses.application;

  async function open(): Promise<void> {
    const { url, started } = await openEmbeddedPostgres(options);
    if (started) note("PostgreSQL stopped unexpectedly and was restarted. No data was lost.");
    const { application } = ownAddresses(url);
    if (application === process.env.DATABASE_URL) return;
    process.env.DATABASE_URL = application;
    moved();
  }

  // Concurrent callers share one attempt.
  let opening: Promise<void> | undefined;
  function bringUp(): Promise<void> {
    opening ??= open().finally(() => {
      opening = undefined;
    });
    return opening;
  }

  // PostgreSQL restarts its children, but only we restart PostgreSQL.
  const timer = setInterval(() => {
    if (!opening && !postmasterOf(options.folder))
      bringUp().catch((error: unknown) => note(error instanceof Error ? error.message : String(error)));
  }, DATABASE_CHECK_MS);
  stopping.finally(async () => {
    clearInterval(timer);
    await opening?.catch(() => undefined);
    await (await findEmbeddedPostgres(options))?.stop();
  });
  return { ownerUrl: addresses.owner, superuserUrl: postgres.url, bringUp };
}

// A server whose supervisor was killed drains and exits, which takes a moment.
async function becomesFree(port: number, host: string): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    if (await isFree(port, host)) return true;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  return false;
}

async function anyFreePair(): Promise<number> {
  for (;;) {
    const port = await anyFreePort();
    if (port < 65_535 && (await isFree(port + 1, "127.0.0.1"))) return port;
  }
}
