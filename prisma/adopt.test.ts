import { PrismaPg } from "@prisma/adapter-pg";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { withFacts } from "@/lib/domain/id-facts";
import { makeEarlierDatabase } from "@/lib/testing/earlier-database";
import { cloneTemplate, runDatabase } from "@/lib/testing/worker-database";
import { PrismaClient } from "@/prisma/generated/client";
import { readCatalog } from "./catalog";
import { migrate } from "./migrate";
import { projectMigrations, withSchemaEngine } from "./schema-engine";

const OLDEST = "20261122090000_erased_in_lists";
const LATEST = "20261122170000_ledger_times";
/** How many migrations apply after the two that adoption records. */
const LATER = projectMigrations().migrationDirectories.length - 2;
const { runPid, ...source } = inject("testServer");

const templates: Record<string, string> = {};
const open: Client[] = [];
let clones = 0;

beforeAll(async () => {
  for (const last of [OLDEST, LATEST]) {
    const { database, owner } = await makeEarlierDatabase(`earlier_${last.slice(0, 14)}`, last);
    templates[last] = database;
    const client = new Client({ connectionString: owner });
    await client.connect();
    await client.query(ROWS);
    if (last === OLDEST) await client.query(PLAIN_FACTS);
    await client.end();
  }
});

afterAll(async () => {
  for (const client of open) await client.end();
});

const ROWS = `
  INSERT INTO users (id, email) VALUES ('u1', 'ada@example.com'), ('u2', 'grace@example.com');
  INSERT INTO partners (id, name, plan) VALUES ('p1', 'Platform', 'platform_pays');
  INSERT INTO solo_accounts (id, partner_id, external_user_id, email, callback_url, funded_by, user_id)
  VALUES ('a1', 'p1', 'ext', 'ada@example.com', 'https://example.com', 'platform', 'u1');
  INSERT INTO depictions (id, content_log_id, partner_id, account_id, content_url, title, content_type, platform, production_date,
    copy_state, created_at)
  VALUES ('d1', 'log', 'p1', 'a1', 'https://example.com/1', 'One', 'video', 'Platform', '2026-01-01', 'missing', now());
  INSERT INTO index_entries (depiction_id, user_id, partner_id, production_date, last_changed_at)
  VALUES ('d1', 'u1', 'p1', '2026-01-01', now());
  INSERT INTO onboarding_visits (id, account_id, token_hash, expires_at, mailbox_proven_at, proven_by)
  VALUES ('v1', 'a1', '\\x01', now(), NULL, NULL), ('v2', 'a1', '\\x02', now(), now(), 'mail_link');
  SELECT ledger_append(1::smallint, '[{"at": "2026-01-01T00:00:00Z", "actor_kind": "system", "actor_id": "x",
    "action": "partner.created", "subject_kind": "partner", "subject_id": "p1", "detail": "{}"}]')`;

const PLAIN_FACTS = `
  INSERT INTO identity_checks (id, user_id, driver, status, legal_name, birth_date, document_type, document_country,
    document_expiry, submitted_at, decided_at)
  VALUES ('c1', 'u1', 'custodian_review', 'approved', 'Ada', '1987-03-01', 'id_card', 'DE', '2031-01-01', now(), now()),
    ('c2', 'u2', 'custodian_review', 'submitted', 'Grace', '1990-04-02', 'passport', 'US', NULL, now(), NULL);
  INSERT INTO identities (user_id, check_id, legal_name, birth_date, document_expiry, verified_at, last_changed_at)
  VALUES ('u1', 'c1', 'Ada', '1987-03-01', '2031-01-01', now(), now())`;

/** A database as the migrations up to `last` left it. */
async function earlierDatabase(last: string): Promise<{ owner: string; client: Client }> {
  const name = runDatabase(runPid, `adopted_${process.env.VITEST_POOL_ID}_${clones++}`);
  const { owner } = await cloneTemplate({ ...source, template: templates[last] ?? "" }, name);
  const client = new Client({ connectionString: owner });
  client.on("error", () => undefined);
  await client.connect();
  open.push(client);
  return { owner, client };
}

// Dropped by a later migration.
const DROPPED = "changed_at";
const TABLES = ["users", "partners", "solo_accounts", "depictions", "index_entries", "ledger_entries", "ledger_heads"];

async function rowsOf(client: Client): Promise<unknown> {
  const reads = TABLES.map((table) => `SELECT '${table}' AS name, to_jsonb(t) - '${DROPPED}' AS kept FROM ${table} t`);
  return (await client.query(`${reads.join(" UNION ALL ")} ORDER BY 1, 2`)).rows;
}

async function visitsOf(client: Client, table: "onboarding_visits" | "hosted_visits") {
  const { rows } = await client.query<{ kept: Record<string, unknown> }>(
    `SELECT to_jsonb(t) AS kept FROM ${table} t ORDER BY id`,
  );
  return rows.map(({ kept }) => kept);
}

async function historyOf(client: Client): Promise<unknown> {
  return (
    await client.query(
      `SELECT migration_name, checksum, applied_steps_count, finished_at IS NOT NULL AS finished, rolled_back_at
       FROM _prisma_migrations ORDER BY 1`,
    )
  ).rows;
}

async function stateOf(client: Client): Promise<unknown> {
  const { rows: privileges } = await client.query(PRIVILEGES);
  return { catalog: await readCatalog(client), history: await historyOf(client), privileges };
}

const PRIVILEGES = `
  SELECT oid::regclass::text AS name, relowner::regrole::text AS owner, ARRAY(SELECT unnest(relacl)::text ORDER BY 1) AS acl
  FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'S') AND relname !~ '^request_log_'
  UNION ALL
  SELECT oid::regprocedure::text, proowner::regrole::text, ARRAY(SELECT unnest(proacl)::text ORDER BY 1)
  FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  ORDER BY 1`;

it("knows what the oldest and the latest of the earlier versions have", async () => {
  const oldest = new Set(await readCatalog((await earlierDatabase(OLDEST)).client));
  const latest = new Set(await readCatalog((await earlierDatabase(LATEST)).client));
  const markOf = (line: string) => (!latest.has(line) ? "-" : oldest.has(line) ? " " : "+");
  const lines = [...new Set([...oldest, ...latest])].sort().map((line) => `${markOf(line)} ${line}\n`);
  await expect(lines.join("")).toMatchFileSnapshot("./adoption/catalog.txt");
});

describe.each([OLDEST, LATEST])("a database after %s", (last) => {
  it("is adopted: equal to a fresh one, with all its rows", async () => {
    const { owner, client } = await earlierDatabase(last);
    const before = await rowsOf(client);
    const visits = await visitsOf(client, "onboarding_visits");
    await migrate(owner);
    const template = await cloneTemplate(source, runDatabase(runPid, `fresh_${clones++}`));
    const fresh = new Client({ connectionString: template.owner });
    await fresh.connect();
    open.push(fresh);
    expect(await stateOf(client)).toEqual(await stateOf(fresh));
    expect(await rowsOf(client)).toEqual(before);
    // Renamed since; browsers keep their visits.
    const renamed = visits.map(({ account_id, ...visit }) => ({
      ...visit,
      subject_id: account_id,
      subject_kind: "solo_account",
    }));
    expect(renamed).toHaveLength(2);
    expect(await visitsOf(client, "hosted_visits")).toEqual(renamed);
    expect(await migrate(owner)).toEqual([]);
  });

  it.each([
    ["DROP INDEX depictions_kept_key", "index depictions_kept_key is missing"],
    ["ALTER TABLE users ADD COLUMN note text", "column users.note is extra"],
    ["DROP TRIGGER depictions_stay_true ON depictions", "trigger depictions.depictions_stay_true is missing"],
    [
      "ALTER TABLE depictions DISABLE TRIGGER depictions_stay_true",
      "trigger depictions.depictions_stay_true is different",
    ],
    ["ALTER TABLE partners ALTER name DROP NOT NULL", "column partners.name is different"],
    [
      "CREATE OR REPLACE FUNCTION must_be_kept(since timestamptz, legal_hold boolean) RETURNS boolean LANGUAGE sql AS 'SELECT false'",
      "function must_be_kept(timestamp with time zone,boolean) is different",
    ],
    ["CREATE TABLE notes (id int); CREATE VIEW all_notes AS SELECT * FROM notes", "and 1 more"],
  ])("is refused, and left as it is, after %s", async (change, words) => {
    const { owner, client } = await earlierDatabase(last);
    await client.query(change);
    const before = await stateOf(client);
    await expect(migrate(owner)).rejects.toThrow(words);
    expect(await stateOf(client)).toEqual(before);
  });

  it("is refused with another history", async () => {
    const { owner, client } = await earlierDatabase(last);
    const rename = "UPDATE _prisma_migrations SET migration_name = $2 WHERE migration_name = $1";
    await client.query(rename, ["20261121150000_content", "20261121150000_other"]);
    await expect(migrate(owner)).rejects.toThrow("it ran a migration that no version has: 20261121150000_other");
    await client.query("DELETE FROM _prisma_migrations WHERE migration_name = '20261121150000_other'");
    await expect(migrate(owner)).rejects.toThrow("it lacks the migration 20261121150000_content");
  });

  it("is adopted once when two processes start at once", async () => {
    const { owner } = await earlierDatabase(last);
    const ran = await Promise.all([migrate(owner), migrate(owner)]);
    expect(ran.flat()).toHaveLength((last === OLDEST ? 9 : 0) + LATER);
  });

  it("is adopted after another tool tried to migrate it", async () => {
    const { owner } = await earlierDatabase(last);
    const filters = { externalTables: [], externalEnums: [] };
    const deploy = withSchemaEngine(owner, (engine) =>
      engine.applyMigrations({ migrationsList: projectMigrations(), filters }),
    );
    await expect(deploy).rejects.toThrow('"staff_role" already exists');
    await migrate(owner);
    expect(await migrate(owner)).toEqual([]);
  });
});

it("seals birth dates and documents on the way, and resumes where it was stopped", async () => {
  const { owner, client } = await earlierDatabase(OLDEST);
  // A transaction sees the other sessions as they first were, so the lock needs a session of its own.
  const locking = new Client({ connectionString: owner });
  await locking.connect();
  open.push(locking);
  // Killed while it seals, and again while it runs what comes after.
  for (const lock of ["person_keys IN SHARE MODE", "depictions"]) {
    await locking.query(`BEGIN; LOCK TABLE ${lock}`);
    const killed = expect(migrate(owner)).rejects.toThrow("could not be migrated");
    await expect.poll(async () => (await client.query(KILL_WAITING)).rowCount, { interval: 50 }).toBe(1);
    await killed;
    await locking.query("ROLLBACK");
    expect(await historyOf(client)).toHaveLength(41);
  }
  expect(await migrate(owner)).toContain(LATEST);

  const db = new PrismaClient({ adapter: new PrismaPg({ connectionString: owner }) });
  const checks = await withFacts(db, await db.identityCheck.findMany({ orderBy: { id: "asc" } }));
  await db.$disconnect();
  expect(checks).toMatchObject([
    {
      birthDate: new Date("1987-03-01"),
      documentType: "id_card",
      documentCountry: "DE",
      documentExpiry: new Date("2031-01-01"),
    },
    { birthDate: new Date("1990-04-02"), documentType: "passport", documentCountry: "US", documentExpiry: null },
  ]);
});

const KILL_WAITING = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND wait_event_type = 'Lock'`;
