import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runOnce } from "graphile-worker";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { opsProgram } from "@/lib/testing/ops";
import { mayUndoGuards, migrate } from "./migrate";
import { type Addresses, setUpOwnRoles } from "./roles";

// A database that runs without roles of its own: one role made and owns everything.

const { ops } = opsProgram();
let place: string;
let superuserUrl: string;
let addresses: Addresses;
let stop: () => Promise<void>;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), "handover-"));
  const server = await openEmbeddedPostgres({ folder: join(place, "postgres"), database: "vellum", durable: false });
  superuserUrl = server.url;
  stop = server.stop;
  await migrate(superuserUrl);
  await ask(superuserUrl, "SELECT ledger_append(1::smallint, $1)", [JSON.stringify([LINE, LINE])]);
  await ask(superuserUrl, "SELECT graphile_worker.add_job('remember', '{\"n\": 1}')");
});

afterAll(async () => {
  await stop();
  for (const path of [realpathSync(join(place, "postgres")), place]) rmSync(path, { recursive: true, force: true });
});

const LINE = {
  at: "2026-01-01T00:00:00Z",
  actor_kind: "system",
  actor_id: "test",
  action: "partner.created",
  subject_kind: "partner",
  subject_id: "x",
  detail: "{}",
};

async function ask<T extends object>(url: string, sql: string, values?: unknown[]): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const OTHERS = `
  SELECT relname AS name FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)
    AND relkind <> 'c' AND relowner <> 'vellum_owner'::regrole
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = pg_class.oid AND d.deptype = 'e')
  UNION ALL
  SELECT proname FROM pg_proc WHERE pronamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)
    AND proowner <> 'vellum_owner'::regrole AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = pg_proc.oid AND d.deptype = 'e')
  UNION ALL
  SELECT typname FROM pg_type WHERE typnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)
    AND typowner <> 'vellum_owner'::regrole AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid IN (pg_type.oid, pg_type.typelem) AND d.deptype = 'e')`;

it("works while one role owns everything", async () => {
  expect(await migrate(superuserUrl)).toEqual([]);
  expect(await mayUndoGuards(superuserUrl)).toBe(true);
});

it("is handed over whole to its owner, repeatedly, and loses nothing", async () => {
  const ledger = () => ask(superuserUrl, "SELECT * FROM ledger_entries ORDER BY seq");
  const before = await ledger();
  expect(before).toHaveLength(2);
  addresses = await setUpOwnRoles(superuserUrl);
  await migrate(addresses.owner);
  expect(await setUpOwnRoles(superuserUrl)).toEqual(addresses);
  expect(await migrate(addresses.owner)).toEqual([]);
  expect(await ledger()).toEqual(before);
  expect(await ask(superuserUrl, OTHERS)).toEqual([]);
});

it("lets the application only append to the ledger, and read its own version", async () => {
  await ask(addresses.application, "SELECT ledger_append(1::smallint, $1)", [JSON.stringify([LINE])]);
  expect(await ask(addresses.application, "SELECT 1 FROM ledger_entries")).toHaveLength(3);
  await expect(ask(addresses.application, "DELETE FROM ledger_entries")).rejects.toThrow("permission denied");
  expect(await mayUndoGuards(addresses.application)).toBe(false);
  expect(await migrate(addresses.application)).toEqual([]);
});

it("runs its jobs as the application, those that waited too", async () => {
  await ask(addresses.application, "SELECT graphile_worker.add_job('remember', '{\"n\": 2}')");
  const ran: unknown[] = [];
  const taskList = { remember: (payload: unknown) => void ran.push(payload) };
  await runOnce({ connectionString: addresses.application, taskList });
  expect(ran).toEqual([{ n: 1 }, { n: 2 }]);
  await expect.poll(() => ask(addresses.application, "SELECT 1 FROM graphile_worker.jobs")).toEqual([]);
});

it("makes and drops the days of the request log as the application", async () => {
  const days = () =>
    ask(addresses.application, "SELECT relname FROM pg_class WHERE relname = 'request_log_20300101' AND relkind = 'r'");
  await ask(addresses.application, "SELECT request_log_ensure_day('2030-01-01')");
  expect(await days()).toHaveLength(1);
  await ask(addresses.application, "SELECT request_log_drop_day('2030-01-01')");
  expect(await days()).toEqual([]);
});

it("makes and drops a partition of webhooks as the application, which owns none", async () => {
  const made = () =>
    ask(
      addresses.application,
      "SELECT relowner::regrole AS owner FROM pg_class WHERE relname = 'webhook_events_20291217' AND relkind = 'r'",
    );
  await ask(addresses.application, "SELECT ensure_partition('webhook_events', '2029-12-17')");
  expect(await made()).toEqual([{ owner: "vellum_owner" }]);
  await expect(ask(addresses.application, "DROP TABLE webhook_events_20291217")).rejects.toThrow("must be owner");
  await ask(addresses.application, "SELECT drop_partition('webhook_events', '2029-12-17')");
  expect(await made()).toEqual([]);
  for (const of of [
    "SELECT ensure_partition('partners', '2029-12-17')",
    "SELECT ensure_partition('webhook_events', '2029-12-18')",
  ])
    await expect(ask(addresses.application, of)).rejects.toThrow("no partition");
  await expect(ask(addresses.application, "SELECT drop_partition('partners', '2029-12-17')")).rejects.toThrow(
    "no partitions",
  );
});

it("is migrated by its owner alone", async () => {
  const forget = "UPDATE _prisma_migrations SET rolled_back_at = $1 WHERE migration_name = '20261127000100_guards'";
  await ask(addresses.owner, forget, [new Date()]);
  for (const url of [addresses.application, superuserUrl]) {
    await expect(migrate(url)).rejects.toThrow("needs migrating by vellum_owner");
  }
  await ask(addresses.owner, forget, [null]);
});

it("is handed over on your own server by a role with CREATEROLE, and prints each role's address", async () => {
  const database = Object.assign(new URL(superuserUrl), { pathname: "/records" });
  await ask(superuserUrl, "CREATE ROLE admin LOGIN CREATEROLE PASSWORD 'secret'");
  await ask(superuserUrl, "CREATE DATABASE records OWNER admin");
  const admin = Object.assign(new URL(database), { username: "admin", password: "secret" }).href;
  await migrate(admin);
  await ask(admin, "SELECT ledger_append(1::smallint, $1)", [JSON.stringify([LINE])]);

  const words = ["database", "roles", "--prefix", "records", "--json"];
  const variables = { DATABASE_URL: admin };
  const { code, stdout, stderr } = await ops(words, variables);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [owner, application, reader] = JSON.parse(stdout).roles.map(({ address }: { address: string }) => address);

  expect(await migrate(owner)).toEqual([]);
  expect(await mayUndoGuards(application)).toBe(false);
  await ask(application, "SELECT ledger_append(1::smallint, $1)", [JSON.stringify([LINE])]);
  expect(await ask(reader, "SELECT 1 FROM ledger_entries")).toHaveLength(2);
  await expect(ask(application, "TRUNCATE ledger_entries")).rejects.toThrow("permission denied");
  await expect(ask(reader, "SELECT 1 FROM sessions")).rejects.toThrow("permission denied");
  await ask(owner, "CREATE TABLE made_later (id int)");
  expect(await ask(application, "SELECT 1 FROM made_later")).toEqual([]);

  const again = await ops(words, variables);
  expect(again.code).toBe(0);
  expect(await migrate(owner), "passwords stay").toEqual([]);
  const refused = await ops(words, { DATABASE_URL: application });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("may not create roles") });
});
