import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { describe, expect, inject, it } from "vitest";
import { sqlState } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { firstIdAt } from "@/lib/platform/ids";
import { runDatabase } from "@/lib/testing/worker-database";
import { migrate } from "./migrate";
import { projectMigrations } from "./schema-engine";

async function emptyDatabase(name: string): Promise<string> {
  const { address, runPid } = inject("testServer");
  const database = runDatabase(runPid, name);
  await ask(address, `CREATE DATABASE ${database}`);
  return Object.assign(new URL(address), { pathname: `/${database}` }).href;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

it("migrates once when two processes start at once", async () => {
  const url = await emptyDatabase("migrated_at_once");
  const ran = await Promise.all([migrate(url), migrate(url)]);
  expect(ran.flat()).toEqual(projectMigrations().migrationDirectories.map(({ path }) => path));
  expect(await migrate(url)).toEqual([]);
});

it("refuses a database that ran other migrations, says what to do, and leaves it as it is", async () => {
  const url = await emptyDatabase("other_history");
  await migrate(url);
  await ask(url, "UPDATE _prisma_migrations SET migration_name = replace(migration_name, '20261127', '20261122')");
  const history = () => ask(url, "SELECT * FROM _prisma_migrations ORDER BY migration_name");
  const before = await history();
  await expect(migrate(url)).rejects.toThrow(
    "The database could not be migrated: an earlier development version made it, with other migrations; remove .data, or start with an empty database",
  );
  expect(await history()).toEqual(before);
});

describe("a migration beside running nodes", () => {
  const first = projectMigrations();
  const { lockfile, baseDir, shadowDbInitScript } = first;
  const next = (value: string) => ({
    baseDir,
    lockfile,
    shadowDbInitScript,
    migrationDirectories: [
      ...first.migrationDirectories,
      { path: "20991231000000_next", migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value } } },
    ],
  });
  const NEXT = ["20991231000000_next"];

  it("waits for a lock only briefly, lets others through, and retries until it gets it", async () => {
    const url = await emptyDatabase("lock_wanted");
    await migrate(url);
    const holder = new Client({ connectionString: url });
    await holder.connect();
    await holder.query("BEGIN; SELECT FROM partners");
    const migrating = migrate(url, next("ALTER TABLE partners ADD COLUMN later int"));
    while ((await ask(url, "SELECT FROM pg_locks WHERE NOT granted AND relation = 'partners'::regclass")).length === 0)
      await wait(20);
    // Waits behind the migration until that gives up.
    await ask(url, "SET lock_timeout = '10s'; SELECT FROM partners");
    await holder.query("COMMIT");
    await holder.end();
    expect(await migrating).toEqual(NEXT);
    await ask(url, "SELECT later FROM partners");
  });

  it("leaves nothing when it fails, and can be repeated once it is mended", async () => {
    const url = await emptyDatabase("failed_once");
    await migrate(url);
    await expect(migrate(url, next("CREATE TABLE half (id text); SELECT 1 / 0"))).rejects.toThrow("division by zero");
    await expect(ask(url, "SELECT FROM half")).rejects.toThrow("does not exist");
    expect(await migrate(url, next("CREATE TABLE whole (id text)"))).toEqual(NEXT);
  });

  it("builds indexes without stopping writers", async () => {
    const url = await emptyDatabase("index_built");
    await migrate(url);
    const name = "partners_later";
    const built = `-- Named first, because a build that was cut off leaves an invalid one.
      DROP INDEX CONCURRENTLY IF EXISTS ${name};
      CREATE INDEX CONCURRENTLY ${name} ON partners (name);
`;
    expect(await migrate(url, next(built))).toEqual(NEXT);
    expect(await ask(url, `SELECT indisvalid FROM pg_index WHERE indexrelid = '${name}'::regclass`)).toEqual([
      { indisvalid: true },
    ]);
  });
});

describe("the partner in its tables' keys", () => {
  const all = projectMigrations();
  const before = {
    ...all,
    migrationDirectories: all.migrationDirectories.filter(({ path }) => path < "20261127140000"),
  };
  // What the version before writes, which doesn't know the columns.
  const rowsOf = (n: string, handles: number) => `
    INSERT INTO users (id, email) VALUES ('user${n}', 'u${n}@example.com');
    INSERT INTO partners (id, name, plan) VALUES ('partner${n}', 'P', 'creator_pays');
    INSERT INTO solo_accounts (id, partner_id, external_user_id, email, callback_url, funded_by)
      VALUES ('account${n}', 'partner${n}', 'x', 'x@example.com', '', 'creator');
    INSERT INTO account_holds (id, account_id, kind, reason, placed_at) VALUES ('hold${n}', 'account${n}', 'partner', 'partner_deactivated', now());
    INSERT INTO link_requests (id, account_id, user_id) VALUES ('request${n}', 'account${n}', 'user${n}');
    INSERT INTO onboarding_links (id, account_id, kind, serial, token_hash, expires_at)
      VALUES ('link${n}', 'account${n}', 'mail', 1, sha256('${n}'), now());
    INSERT INTO served_days VALUES ('account${n}', '2026-01-01', '2026-01-02');
    INSERT INTO identity_checks (id, user_id, driver, account_id) VALUES ('check${n}', 'user${n}', 'custodian_review', 'account${n}');
    INSERT INTO roster_changes (id, partner_id, kind, total, started_by_id, request_id, started_at)
      VALUES ('change${n}', 'partner${n}', 'deactivate', 1, 'user${n}', '', now());
    INSERT INTO roster_change_items (change_id, account_id) VALUES ('change${n}', 'account${n}');
    INSERT INTO depictions (id, content_log_id, partner_id, account_id, content_url, title, content_type, platform, production_date, copy_state, created_at)
      VALUES ('depiction${n}', 'log${n}', 'partner${n}', 'account${n}', 'https://a.example/', 'T', 'image', 'p', now(), 'missing', now());
    INSERT INTO copy_fingerprints VALUES ('depiction${n}', 1, now());
    INSERT INTO erased_scene_people VALUES ('depiction${n}', 'user${n}');
    INSERT INTO content_imports (id, partner_id, dry_run, format, file_name, file_bytes, actor_kind, actor_id, request_id, created_at)
      VALUES ('import${n}', 'partner${n}', false, 'csv', 'f', 1, 'a', 'a', 'r', now());
    INSERT INTO content_import_findings VALUES ('import${n}', 1, 'refused', NULL, 'r');
    INSERT INTO content_import_handles SELECT 'import${n}', int4send(i), i FROM generate_series(1, ${handles}) i;
    INSERT INTO webhook_endpoints (id, partner_id, url, created_at) VALUES ('endpoint${n}', 'partner${n}', 'https://a.example/', now());
    INSERT INTO webhook_secrets (id, endpoint_id, sealed, created_at) VALUES ('secret${n}', 'endpoint${n}', '', now());
    INSERT INTO webhook_endpoint_hours VALUES ('endpoint${n}', '2026-01-01', 1, 1, '{}', NULL) ON CONFLICT (endpoint_id, hour) DO NOTHING;
    INSERT INTO platform_invoices (id, partner_id, month, line_count, total_cents, created_at)
      VALUES ('invoice${n}', 'partner${n}', '2026-01-01', 1, 1, now());
    INSERT INTO platform_invoice_lines VALUES ('invoice${n}', 'account${n}', 'x', '2026-01-01', '2026-01-02', 1, 1)`;
  const FEES = `SET session_replication_role = replica;
    INSERT INTO platform_invoice_fees VALUES ('invoice0', 'fee', 'scene', 1)`;
  const CHILDREN = [
    ...[
      "account_holds",
      "link_requests",
      "onboarding_links",
      "served_days",
      "roster_change_items",
      "copy_fingerprints",
    ],
    ...["erased_scene_people", "content_import_findings", "content_import_handles", "webhook_secrets"],
    ...["webhook_endpoint_hours", "platform_invoice_lines"],
  ];
  const partnersOf = (url: string, table: string) =>
    ask(url, `SELECT partner_id, count(*)::int FROM ${table} GROUP BY 1 ORDER BY 1`);

  it("comes to the rows that are there and to those of the version before, and is kept by the same rules", async () => {
    const url = await emptyDatabase("partner_keys");
    await migrate(url, before);
    await ask(url, rowsOf("0", 40_000));
    await ask(url, FEES);
    const holder = new Client({ connectionString: url });
    await holder.connect();
    await holder.query("BEGIN; SELECT FROM upload_sessions");
    const migrating = migrate(url);
    const waits = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'upload_sessions'::regclass";
    while ((await ask(url, waits)).length === 0) await wait(20);
    // Until the migration gives up: the tables before this one are done.
    while ((await ask(url, waits)).length > 0) await wait(20);
    await holder.query("COMMIT");
    await holder.end();
    expect(await migrating).toContain("20261127140300_partner_keys");
    await ask(url, rowsOf("1", 1));
    for (const table of CHILDREN) {
      const [handles, one] = table === "content_import_handles" ? [40_000, 1] : [1, 1];
      expect(await partnersOf(url, table), table).toEqual([
        { partner_id: "partner0", count: handles },
        { partner_id: "partner1", count: one },
      ]);
    }
    expect(await partnersOf(url, "platform_invoice_fees")).toEqual([{ partner_id: "partner0", count: 1 }]);

    for (const [refused, why] of [
      ["UPDATE platform_invoice_fees SET cents = 2", "a fee stays on its invoice"],
      ["UPDATE platform_invoice_fees SET partner_id = 'partner1'", "a fee stays on its invoice"],
      ["DELETE FROM platform_invoice_fees", "a fee stays on its invoice"],
      [
        "UPDATE erased_scene_people SET user_id = 'user1' WHERE user_id = 'user0'",
        "whom a depiction shows does not change",
      ],
      ["UPDATE erased_scene_people SET partner_id = 'partner1'", "whom a depiction shows does not change"],
      ["UPDATE identity_checks SET account_id = 'nobody'", "a check is started from an account"],
      ["DELETE FROM solo_accounts WHERE id = 'account0'", "a check was started from this account"],
      [
        "INSERT INTO account_holds VALUES ('h', 'account0', 'platform', 'platform_lapsed', now(), NULL, 'partner1')",
        "account_holds_account_id_fkey",
      ],
      ["INSERT INTO served_days VALUES ('nobody', '2026-01-01', '2026-01-02')", "partner_id"],
    ] as const)
      await expect(ask(url, refused), refused).rejects.toThrow(why);
  });

  it("can be given again, after a process was killed", async () => {
    const url = await emptyDatabase("partner_keys_again");
    await migrate(url);
    const again = all.migrationDirectories
      .map(({ path }) => path)
      .filter((path) => /^202611271401|^202611271402|^202611271403/.test(path));
    const keys = () =>
      ask(url, "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint ORDER BY 1, 2");
    const made = await keys();
    await ask(url, `DELETE FROM _prisma_migrations WHERE migration_name IN ('${again.join("', '")}')`);
    expect(await migrate(url)).toEqual(again);
    expect(await keys()).toEqual(made);
  });
});

it("runs on a database that a newer version migrated", async () => {
  const url = await emptyDatabase("newer_history");
  await migrate(url);
  await ask(
    url,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('n', 'n', '20991231000000_newer', now())`,
  );
  expect(await migrate(url)).toEqual([]);
});

describe("webhooks that become partitions", () => {
  const all = projectMigrations();
  const BEFORE = "20261127130000";
  const old = { ...all, migrationDirectories: all.migrationDirectories.filter(({ path }) => path < BEFORE) };
  const partnerId = "p".padEnd(25, "0");
  const attempt = (id: string, delivery: string) => `
    INSERT INTO webhook_attempts (id, delivery_id, endpoint_id, url, at, duration_ms, request_headers, response_status, succeeded)
    SELECT '${id}', id, endpoint_id, 'https://a.example.com/', now(), 1, '{}', 200, true FROM webhook_deliveries WHERE id = ${delivery}`;
  const event = (at: Date, n: number) => {
    const id = `evt_${firstIdAt(at).slice(0, 16)}${String(n).padStart(9, "0")}`;
    const line = { id, partner_id: partnerId, type: "test.ping", body: "{}", objects: ["x"], at };
    return { id, sql: `SELECT emit_events('${JSON.stringify([line])}')` };
  };
  const delivery = (eventId: string) => `'del_' || substr('${eventId}', 5, 16) || left(md5('${eventId}' || 'e'), 9)`;

  /** A database of the version before, with an event of long ago and one of now. */
  async function oldDatabase(name: string): Promise<string> {
    const url = await emptyDatabase(name);
    await migrate(url, old);
    await ask(
      url,
      `INSERT INTO partners (id, name, plan, status) VALUES ('${partnerId}', 'P', 'platform_pays', 'active')`,
    );
    await ask(
      url,
      `INSERT INTO webhook_endpoints (id, partner_id, url, created_at) VALUES ('e', '${partnerId}', 'https://a.example.com/', now())`,
    );
    for (const [n, at] of [new Date("2026-01-01"), new Date()].entries()) {
      const { id, sql } = event(at, n);
      await ask(url, sql);
      await ask(url, attempt(`a${n}`, delivery(id)));
    }
    return url;
  }

  // Again after a deadlock with the migration, as `inTransaction` does.
  const write = (url: string, sql: string): Promise<unknown> =>
    ask(url, sql).catch((error: unknown) => (sqlState(error) === "40P01" ? write(url, sql) : Promise.reject(error)));

  it("carries existing rows forward without copying them, while the version before writes", async () => {
    const url = await oldDatabase("partitioned_later");
    const kept = (table: string) =>
      ask(
        url,
        `SELECT to_jsonb(t) - '{partner_id,request_id,rehearsal,edits_id}'::text[] AS row FROM ${table} t ORDER BY id`,
      );
    const before = await Promise.all(["webhook_events", "webhook_deliveries", "webhook_attempts"].map(kept));
    const [{ file }] = (await ask(url, "SELECT pg_relation_filenode('webhook_events') AS file")) as [{ file: number }];
    let isDone = false;
    const migrating = migrate(url).finally(() => {
      isDone = true;
    });
    let written = 0;
    for (; !isDone || written === 0; written++) {
      const { id, sql } = event(new Date(), 100 + written);
      await write(url, sql);
      await write(url, attempt(`w${written}`, delivery(id)));
    }
    expect(await migrating).toHaveLength(all.migrationDirectories.length - old.migrationDirectories.length);
    for (const [n, table] of ["webhook_events", "webhook_deliveries", "webhook_attempts"].entries()) {
      const rows = await kept(table);
      expect(rows).toHaveLength(2 + written);
      expect(rows).toEqual(expect.arrayContaining(before[n] ?? []));
    }
    expect(await ask(url, `SELECT FROM webhook_attempts WHERE partner_id <> '${partnerId}'`)).toEqual([]);
    const partitions = `SELECT pg_relation_filenode(inhrelid) AS file FROM pg_inherits WHERE inhparent = 'webhook_events'::regclass`;
    expect(await ask(url, partitions)).toContainEqual({ file });
    const unlike = `
      SELECT indexrelid::regclass FROM pg_index WHERE NOT indisvalid
      UNION ALL SELECT conrelid::regclass FROM pg_constraint WHERE NOT convalidated`;
    expect(await ask(url, unlike)).toEqual([]);
  });

  it("takes what the version before writes afterwards, on both sides of the first border", async () => {
    const url = await oldDatabase("partitioned_first");
    await migrate(url);
    const [{ ends }] = (await ask(
      url,
      "SELECT (to_date(right(max(relname), 8), 'YYYYMMDD') + 28)::text AS ends FROM pg_class WHERE relname ~ '^webhook_events_[0-9]{8}$'",
    )) as [{ ends: string }];
    await ask(
      url,
      ["webhook_deliveries", "webhook_attempts", "webhook_events"]
        .map((table) => `SELECT ensure_partition('${table}', '${ends}')`)
        .join(";"),
    );
    const border = Date.parse(ends);
    for (const [n, at] of [border - 1, border].entries()) {
      const { id, sql } = event(new Date(at), n);
      await ask(url, sql);
      await ask(url, attempt(`b${n}`, delivery(id)));
    }
    const placed = await ask(
      url,
      `SELECT right(tableoid::regclass::text, 8) AS first_day, partner_id FROM webhook_attempts WHERE id LIKE 'b%' ORDER BY id`,
    );
    const day = (time: number) => new Date(time).toISOString().slice(0, 10).replaceAll("-", "");
    expect(placed).toEqual([
      { first_day: day(border - 28 * DAY_MS), partner_id: partnerId },
      { first_day: day(border), partner_id: partnerId },
    ]);
    // One delivery of an event to an endpoint, and one place in the feed, also in a new partition.
    const again = `INSERT INTO webhook_deliveries SELECT id || 'x', event_id, endpoint_id, partner_id, type, status, failures, next_attempt_at, created_at, settled_at
      FROM webhook_deliveries ORDER BY id DESC LIMIT 1`;
    await expect(ask(url, again)).rejects.toThrow("duplicate key");
    await ask(url, event(new Date(border), 7).sql);
    await expect(
      ask(url, `UPDATE webhook_events SET position = 1 WHERE id >= 'evt_' || first_id_of('${ends}')`),
    ).rejects.toThrow("duplicate key");
    await expect(ask(url, `UPDATE webhook_events SET position = 1`)).rejects.toThrow("duplicate key");
  });
});
