import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import { Client } from "pg";
import { verifyLedger } from "@/lib/domain/core/ledger";
import { addLedgerKey, listLedgerKeys, retireLedgerKey, verifyLog } from "@/lib/domain/core/transparency";
import { checkReadinessNow } from "@/lib/domain/readiness";
import { connectionTo } from "@/lib/platform/connection";
import { findEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { env } from "@/lib/platform/env";
import { migrate } from "@/prisma/migrate";
import { type Addresses, addressFor, ownAddresses, type Roles, setUpRoles } from "@/prisma/roles";
import { postgresFolder } from "@/scripts/environment";
import { CommandFailed, type Run } from "./report";

/** `database roles`: creates an owner, an application and a read-only role. `database migrate`: as that owner, the tables. */
export function addDatabaseCommands(root: Command, run: Run): void {
  const database = root.command("database").description("the database's roles and migrations");
  database
    .command("migrate")
    .description("bring the database to this version, as the owner of DATABASE_OWNER_URL; old processes keep running")
    .action(() =>
      run(async () => ({ applied: await migrate(env().databaseOwnerUrl ?? env().databaseUrl) }), { anySecrets: true }),
    );
  database
    .command("roles")
    .description("create the three roles and make the owner role own the database; for the embedded one, print them")
    .option("--prefix <word>", "what the role names start with", "vellum")
    .action(({ prefix }: { prefix: string }) =>
      run(async () => printableRoles(await embeddedAddresses(), prefix), { anySecrets: true }),
    );
}

async function printableRoles(
  embedded: Addresses | null,
  prefix: string,
): Promise<{ roles: Record<string, string>[] }> {
  const roles = {
    owner: `${prefix}_owner`,
    application: `${prefix}_app`,
    reader: `${prefix}_readonly`,
  };
  const addresses = embedded ?? (await createRoles(roles));
  return {
    roles: [
      { variable: "DATABASE_OWNER_URL", address: addresses.owner },
      { variable: "DATABASE_URL", address: addresses.application },
      { variable: "for read-only access", address: addresses.reader },
    ],
  };
}

// Existing roles keep their passwords, which can't be read back.
async function createRoles(roles: Roles): Promise<Addresses> {
  const adminUrl = env().databaseOwnerUrl ?? env().databaseUrl;
  await assertMayCreateRoles(adminUrl);
  const fresh = new Map<string, string>();
  await setUpRoles(adminUrl, roles, (role, exists) => {
    if (exists) return null;
    fresh.set(role, randomBytes(24).toString("base64url"));
    return fresh.get(role) ?? null;
  });
  const of = (role: string) => addressFor(adminUrl, role, fresh.get(role) ?? "existing-password");
  return { owner: of(roles.owner), application: of(roles.application), reader: of(roles.reader) };
}

async function assertMayCreateRoles(adminUrl: string): Promise<void> {
  const client = new Client(connectionTo(adminUrl));
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; can: boolean }>(
      "select rolname as name, rolsuper or rolcreaterole as can from pg_roles where rolname = current_user",
    );
    if (rows[0]?.can) return;
    throw new CommandFailed(
      `The role ${rows[0]?.name} may not create roles. Set DATABASE_OWNER_URL to the address of a superuser for this command, ` +
        "or have an administrator run it (docs/operations.md, Database roles).",
    );
  } finally {
    await client.end();
  }
}

/** The URLs of the embedded database, if that is the one named. It created its roles when it started. */
async function embeddedAddresses(): Promise<Addresses | null> {
  const { databaseUrl, databaseOwnerUrl } = env();
  const running = await findEmbeddedPostgres({ folder: postgresFolder(), database: "vellum" });
  return running && placeOf(running.url) === placeOf(databaseOwnerUrl ?? databaseUrl)
    ? ownAddresses(running.url)
    : null;
}

const placeOf = (url: string): string => new URL(url).host.replace(/^localhost(?=:|$)/, "127.0.0.1");

/** `ledger verify` fails if a chain is broken, `ledger verify-log` if the transparency log is. The others change or list the log's keys. */
export function addLedgerCommands(root: Command, run: Run): void {
  const ledger = root.command("ledger").description("the append-only history of changes and views");
  ledger
    .command("keys")
    .description("list the keys that sign, or signed, checkpoints of the transparency log, newest first")
    .action(() => run(async () => ({ keys: await listLedgerKeys() })));
  ledger
    .command("add-key")
    .description("make another key, which signs every checkpoint from now on beside the current one")
    .option("--name <name>", "the key's name; by default, the log's")
    .action(({ name }: { name?: string }) => run((ctx) => addLedgerKey(ctx, { name })));
  ledger
    .command("retire-key <key-id>")
    .description("let a key sign no further checkpoint, once verifiers know the new one")
    .action((id: string) => run((ctx) => retireLedgerKey(ctx, { id })));
  ledger
    .command("verify-log")
    .description(
      "recompute every leaf of the transparency log and every tree that was signed, or name the first broken one",
    )
    .action(() => run(verifyLog));
  ledger
    .command("verify")
    .description("verify what is new since the last verification, or name the first broken row")
    .option("--all", "verify from the beginning")
    .action(({ all = false }: { all?: boolean }) => run(() => verifyLedger({ resume: !all })));
}

/** `readiness check`: what the nightly check does, now. */
export function addReadinessCommands(root: Command, run: Run): void {
  root
    .command("readiness")
    .description("whether records would pass an inspection today")
    .command("check")
    .description("check every record against 28 CFR 75.2 to 75.8 now, instead of tonight")
    .action(() => run(checkReadinessNow));
}
