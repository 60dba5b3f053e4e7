import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pool } from "@/lib/platform/db";
import type * as sealedFile from "@/lib/platform/storage/sealed-file";
import { anotherCopy } from "@/lib/testing/another-copy";
import { makeIdentity, makeUser } from "@/lib/testing/factories";
import { asOwner, ownerClient, readerClient } from "@/lib/testing/sql";
import { APPLICATION_MAY, applyPrivileges, HIDDEN_FROM_READERS } from "./privileges";

const TABLES = `
  SELECT n.nspname || '.' || c.relname AS name,
    array(SELECT p FROM unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER}'::text[]) p
          WHERE has_table_privilege(c.oid, p)) AS may
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname IN ('public', 'graphile_worker') AND c.relkind IN ('r', 'p', 'v', 'm', 'f')`;

const GUARDED = [
  "age_proofs",
  "alerts",
  "attestations",
  "certificate_keys",
  "check_notes",
  "depictions",
  "document_readings",
  "identities",
  "identity_checks",
  "identity_photos",
  "index_entries",
  "ledger_entries",
  "ledger_heads",
  "legal_holds",
  "looks",
  "package_keys",
  "person_keys",
  "scene_index_entries",
  "seal_holds",
  "signing_certificates",
  "signing_keys",
  "statement_versions",
  "storage_keys",
];

const NOT_ALLOWED = /permission denied|must be owner|must be able to SET ROLE/;

async function mayOf(client: pg.Pool | pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; may: string[] }>(TABLES);
  return new Map(rows.map(({ name, may }) => [name, may.join()]));
}

// In a transaction that is rolled back: what is wrongly allowed harms no other test.
async function tried(sql: string): Promise<void> {
  const client = await pool().connect();
  try {
    await client.query("BEGIN");
    await client.query(sql);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

describe("the application", () => {
  it("owns nothing and is no superuser", async () => {
    const { rows } = await pool().query(
      `SELECT rolsuper, rolcreaterole, rolcreatedb, rolbypassrls,
         (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS relations,
         (SELECT count(*)::int FROM pg_proc WHERE proowner = r.oid) AS functions
       FROM pg_roles r WHERE rolname = current_user`,
    );
    expect(rows).toEqual([
      { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false, relations: 0, functions: 0 },
    ]);
  });

  it("may read and write every table except those that are declared", async () => {
    const actual = await mayOf(pool());
    expect(actual.size).toBeGreaterThan(50);
    const declared = [...actual.keys()].map(
      (name) => [name, (APPLICATION_MAY[name] ?? ["SELECT", "INSERT", "UPDATE", "DELETE"]).join()] as const,
    );
    expect([...actual]).toEqual(declared);
    expect([...actual.keys()]).toEqual(expect.arrayContaining(Object.keys(APPLICATION_MAY)));
  });

  it.each([
    "UPDATE ledger_entries SET reason = 'x'",
    "DELETE FROM ledger_entries",
    "INSERT INTO ledger_entries SELECT * FROM ledger_entries LIMIT 1",
    "UPDATE ledger_heads SET length = 0",
    "DELETE FROM ledger_heads",
    "SET session_replication_role = replica",
    "DROP FUNCTION ledger_append(smallint, jsonb)",
    "DROP FUNCTION must_be_kept(timestamptz, boolean)",
    "CREATE OR REPLACE FUNCTION must_be_kept(since timestamptz, legal_hold boolean) RETURNS boolean LANGUAGE sql STABLE AS 'SELECT false'",
    "CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE TABLE public.mine (id int)",
    "CREATE SCHEMA mine",
    "CREATE TEMP TABLE identity_checks (id text)",
    "DELETE FROM legal_holds",
    "DELETE FROM statement_versions",
    "UPDATE _prisma_migrations SET finished_at = now()",
    "SET ROLE vellum_test_owner",
    ...GUARDED.flatMap((table) => [
      `TRUNCATE ${table} CASCADE`,
      `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
      `DROP TABLE ${table} CASCADE`,
      `CREATE TRIGGER mine BEFORE DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()`,
    ]),
  ])("may not %s", async (sql) => {
    await expect(tried(sql)).rejects.toThrow(NOT_ALLOWED);
  });

  it.each(["infinity", "-infinity", "0044-03-15 BC", "12000-01-01"])(
    "adds no line to the ledger whose time, %s, no page could show",
    async (at) => {
      const line = {
        at,
        actor_kind: "system",
        actor_id: "x",
        action: "x",
        subject_kind: "x",
        subject_id: "x",
        detail: "{}",
      };
      await expect(tried(`SELECT ledger_append(0::smallint, '${JSON.stringify([line])}')`)).rejects.toThrow(
        "ledger_entries_at_shown",
      );
    },
  );

  it("may not drop a guard", async () => {
    const { rows } = await pool().query<{ sql: string }>(
      `SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) AS sql FROM pg_trigger WHERE NOT tgisinternal`,
    );
    expect(rows.length).toBeGreaterThan(20);
    for (const { sql } of rows) await expect(tried(sql), sql).rejects.toThrow(NOT_ALLOWED);
  });

  it("can't move an identity's retention back or erase one early", async () => {
    const { userId } = await makeIdentity();
    const earlier = "last_changed_at - interval '8 years'";
    const refused = await tried(`UPDATE identities SET last_changed_at = ${earlier} WHERE user_id = '${userId}'`).then(
      () => "moved",
      (error: unknown) => String(error),
    );
    expect(refused).toContain("does not go back");
    await expect(tried(`DELETE FROM identities WHERE user_id = '${userId}'`)).rejects.toThrow("kept for seven years");
  });
});

describe("the legal hold of an identity", () => {
  it("is lifted by the owner, and not by the application", async () => {
    const { userId } = await makeIdentity();
    const set = (held: boolean) => `UPDATE identities SET legal_hold = ${held} WHERE user_id = '${userId}'`;
    await pool().query(set(true));
    await expect(tried(set(false))).rejects.toThrow("only the owner");
    await asOwner(set(false));
    await tried(set(false));
  });
});

describe("the wrapped keys", () => {
  it.each(["person_keys", "storage_keys"])("of %s change only with the master key", async (table) => {
    await makeIdentity();
    // Another test may have removed the key that this process remembers.
    const { storageKeys } = await anotherCopy<typeof sealedFile>("lib/platform/storage/sealed-file");
    await storageKeys.current();
    // The last byte is the key's, the second one names the master key.
    const changed = (byte: string) =>
      `UPDATE ${table} SET wrapped_key = set_byte(wrapped_key, ${byte}, 255 - get_byte(wrapped_key, ${byte}))`;
    await expect(tried(changed("octet_length(wrapped_key) - 1"))).rejects.toThrow("only with the master key");
    await tried(changed("1"));
    await tried(`UPDATE ${table} SET wrapped_key = wrapped_key`);
  });

  it("never change their person", async () => {
    const { userId } = await makeIdentity();
    const { id } = await makeUser();
    const moved = `UPDATE person_keys SET user_id = '${id}' WHERE user_id = '${userId}'`;
    await expect(tried(moved)).rejects.toThrow("only with the master key");
  });
});

describe("functions that run as their owner", () => {
  it("have a fixed search path, and only the application may call them", async () => {
    const sql = `
      SELECT proname AS name, coalesce(proconfig::text LIKE '%search_path=%', false) AS fixed,
        has_function_privilege(p.oid, 'EXECUTE') AS may
      FROM pg_proc p WHERE prosecdef AND pronamespace = 'public'::regnamespace ORDER BY 1`;
    const here = (await pool().query<{ name: string; fixed: boolean; may: boolean }>(sql)).rows;
    expect(here.map(({ name }) => name)).toContain("ledger_append");
    expect(here.filter(({ fixed, may }) => !fixed || !may)).toEqual([]);
    const reader = await readerClient();
    const there = (await reader.query(sql)).rows;
    await reader.end();
    expect(there.filter(({ may }) => may)).toEqual([]);
  });
});

describe("the read-only role", () => {
  it("reads the service's tables but no sessions, secrets or keys, and writes nothing", async () => {
    const reader = await readerClient();
    const actual = await mayOf(reader);
    await reader.end();
    for (const [name, may] of actual) {
      const isHidden = HIDDEN_FROM_READERS.includes(name) || !name.startsWith("public.");
      expect(`${name} ${may}`).toBe(`${name} ${isHidden ? "" : "SELECT"}`);
    }
    expect([...actual.keys()]).toEqual(expect.arrayContaining([...HIDDEN_FROM_READERS]));
  });
});

describe("what a later migration makes", () => {
  let owner: pg.Client;
  beforeAll(async () => {
    owner = await ownerClient();
  });
  afterAll(async () => {
    await owner.query("DROP TABLE IF EXISTS made_later");
    await owner.end();
  });

  it("is usable by the application at once, and excess privileges are revoked", async () => {
    await owner.query("CREATE TABLE made_later (id int GENERATED BY DEFAULT AS IDENTITY, said text)");
    await pool().query("INSERT INTO made_later (said) VALUES ('x')");
    await expect(pool().query("TRUNCATE made_later")).rejects.toThrow(NOT_ALLOWED);
    const { rows } = await pool().query<{ role: string }>("SELECT quote_ident(current_user) AS role");
    await owner.query(`GRANT UPDATE ON ledger_entries TO ${rows[0]?.role}`);
    await owner.query(`GRANT TRUNCATE ON made_later TO ${rows[0]?.role}`);
    await applyPrivileges(owner);
    const actual = await mayOf(pool());
    expect(actual.get("public.made_later")).toBe("SELECT,INSERT,UPDATE,DELETE");
    expect(actual.get("public.ledger_entries")).toBe("SELECT");
  });
});
