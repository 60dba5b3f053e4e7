import { randomBytes } from "node:crypto";
import { globSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { confirmCopy } from "@/lib/domain/records/content/copies/confirm-copy";
import { incomingKey } from "@/lib/domain/records/content/copies/copy-objects";
import { keepImportFile } from "@/lib/domain/records/content/import/import-files";
import { startImport } from "@/lib/domain/records/content/import/start-import";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { storage } from "@/lib/platform/storage/storage";
import { setVariables } from "@/lib/testing/env";
import { keyCtx, makeDepiction, systemCtx } from "@/lib/testing/factories";
import { opsCommands, opsProgram } from "@/lib/testing/ops";
import { lockJobs } from "@/lib/testing/queue";
import { startS3Peer } from "@/lib/testing/s3-peer";
import { makeSealed } from "@/lib/testing/sealed-packages";
import { cloneTemplate, connect, runDatabase, TEST_ROLES } from "@/lib/testing/worker-database";
import { setUpOwnRoles } from "@/prisma/roles";
import { OBJECT_LIST } from "./backup/objects";

const LARGE = 12 * 2 ** 20;
const KEY = randomBytes(32).toString("base64");
const { ops, start } = opsProgram();
const own = opsCommands();
const testServer = inject("testServer");
const { address, runPid } = testServer;
const folder = await mkdtemp(join(tmpdir(), "backups-"));
const peer = await startS3Peer({ objectLock: true });
const copied = { keptKey: "" };

afterAll(async () => {
  await peer.close();
  await rm(folder, { recursive: true, force: true });
});

beforeAll(async () => {
  setVariables({ BACKUP_KEY: KEY });
  const { partner } = await makeSealed();
  const depiction = await makeDepiction(partner, {
    copyState: "pending",
    copyMimeType: "image/jpeg",
    copyBytes: LARGE,
  });
  const image = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(LARGE - 4)]);
  await storage().put(incomingKey(depiction.id), image, { contentType: "image/jpeg" });
  const { accountId, externalContentId } = depiction;
  await confirmCopy(keyCtx(partner), { accountId, externalContentId: externalContentId ?? "" });
  copied.keptKey = (await db.depiction.findUniqueOrThrow({ where: { id: depiction.id } })).keptKey ?? "";
  const file = Buffer.from("id\n1\n");
  const about = { partnerId: partner.id, fileName: "all.csv" };
  const importId = await keepImportFile(systemCtx(), {
    ...about,
    bytes: file.length,
    file: () => Readable.from([file]),
  });
  await startImport(systemCtx(), { ...about, importId, dryRun: true });
  await db.$executeRaw`SELECT request_log_ensure_day('2026-01-05'::date)`;
  await db.$executeRaw`
    INSERT INTO request_log (id, at, partner_id, api_key_id, method, path, status, status_class, duration_ms, request_headers, response_headers)
    VALUES ('a', '2026-01-05T10:00:00Z', ${partner.id}, 'k', 'GET', ${"/a\tb\\c\nd"}, 200, 2, 1.5, '{}', ${JSON.stringify({ a: "\\" })}::jsonb)`;
  await lockJobs("sweep_copy_object", "a dead pool");
});

type Machine = { DATABASE_URL: string; DATABASE_OWNER_URL: string; STORAGE_DIR: string };

/** An empty database with its roles, migrated or not, and an empty folder. The second time, after somebody emptied both. */
async function emptyMachine(name: string, { isMigrated = true } = {}): Promise<Machine> {
  const database = runDatabase(runPid, `restored_${name}`);
  const { application, owner } = await cloneTemplate(
    isMigrated ? testServer : { address, template: "template1" },
    database,
  );
  const url = Object.assign(new URL(address), { pathname: `/${database}` }).href;
  if (!isMigrated) await setUpOwnRoles(url, TEST_ROLES);
  const STORAGE_DIR = join(folder, `objects-${name}`);
  rmSync(STORAGE_DIR, { recursive: true, force: true });
  return { DATABASE_URL: application, DATABASE_OWNER_URL: owner, STORAGE_DIR };
}

const s3 = () => ({
  S3_ENDPOINT: peer.settings.endpoint,
  S3_REGION: peer.settings.region,
  S3_BUCKET: peer.settings.bucket,
  S3_ACCESS_KEY_ID: peer.settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: peer.settings.secretAccessKey.reveal(),
  S3_FORCE_PATH_STYLE: "1",
  S3_ENCRYPTION: "bucket",
  S3_OBJECT_LOCK: "1",
});

/** Runs a command, on this test's machine or as a program on another, and returns its code and answer. */
async function run(words: string[], variables?: Record<string, string>) {
  const line = [...words, "--json"];
  const { code, stdout, stderr } = await (variables ? ops(line, variables) : own.ops(line));
  return { code, stderr, answer: JSON.parse(stdout) as Record<string, unknown> };
}

/** The columns of a query as text. */
async function ask(url: string, query: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<string[]>({ text: query, rowMode: "array" })).rows.map((row) => row.join(" "));
  } finally {
    await client.end();
  }
}

const TABLES = `
  SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname IN ('public', 'graphile_worker') AND c.relkind IN ('r', 'p') AND c.relname NOT IN ('_prisma_migrations', 'migrations') ORDER BY 1`;
const CATALOG = `
  SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS line FROM pg_constraint
    WHERE connamespace::regnamespace::text IN ('public', 'graphile_worker')
  UNION ALL SELECT tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class c ON c.oid = indrelid WHERE c.relispartition AND indisunique
  UNION ALL SELECT oid::regclass || ' ' || coalesce(relacl::text, '') || ' ' || coalesce(pg_get_expr(relpartbound, oid), '') FROM pg_class
    WHERE relnamespace::regnamespace::text IN ('public', 'graphile_worker') AND relkind <> 'i' AND relkind <> 't'
  ORDER BY 1`;

/** All rows, constraints, triggers, privileges and unique indexes of partitions of a database. */
type Content = Awaited<ReturnType<typeof contentOf>>;

async function contentOf(url: string) {
  const [tables, catalog] = [await ask(url, TABLES), await ask(url, CATALOG)];
  const rows: Record<string, string[]> = {};
  for (const table of tables) {
    rows[table] = await ask(
      url,
      `SELECT to_jsonb(t) - 'locked_at' - 'locked_by' - 'is_available' FROM ${table} t ORDER BY t::text`,
    );
    rows[table] = rows[table].map((row) => JSON.stringify(row)).toSorted();
  }
  return {
    rows,
    catalog,
    sequences: await ask(url, "SELECT schemaname, sequencename, last_value FROM pg_sequences ORDER BY 1, 2"),
  };
}

const backups = (path: string) =>
  readdirSync(path)
    .filter((name) => /^\d{8}T/.test(name))
    .sort();

async function until(condition: () => unknown): Promise<void> {
  while (!(await condition())) await wait(1);
}

const isWriting = (path: string) => globSync(join(path, ".incoming/*")).length > 0;

describe("a backup", () => {
  const path = join(folder, "first");

  it("restores into an empty machine as it was, also from disk to bucket and back", async () => {
    const made = await run(["backup", path]);
    expect(made).toMatchObject({ code: 0, stderr: "", answer: { ok: true, copied: 6, alreadyThere: 0, problems: [] } });
    const before = await contentOf(env().databaseUrl);

    const bucket = { ...(await emptyMachine("bucket")), ...s3() };
    const restored = await run(["restore", path, "--hash"], bucket);
    expect(restored.stderr).toBe("");
    expect(restored).toMatchObject({
      code: 0,
      answer: {
        ok: true,
        backup: made.answer.backup,
        ledger: { ok: true, rows: await db.ledgerEntry.count() },
        lost: `what was recorded after ${(await db.ledgerEntry.findFirst({ orderBy: { seq: "desc" } }))?.at.toISOString().replace(/\.?0*Z$/, "+00:00")}`,
        objects: [
          { kind: "photo", good: 2, missing: 0, damaged: 0 },
          { kind: "copy", good: 1, missing: 0, damaged: 0 },
          { kind: "release", good: 1, missing: 0, damaged: 0 },
          { kind: "package", good: 1, missing: 0, damaged: 0 },
          { kind: "import", good: 1, missing: 0, damaged: 0 },
        ],
      },
    });
    expect(peer.objects.size).toBe(6);
    const locks = `SELECT count(*) FROM graphile_worker.jobs WHERE task_identifier ~ '^sweep_(copy|release|package)_object$'`;
    const [had, has] = [await ask(env().databaseUrl, locks), await ask(bucket.DATABASE_URL, locks)];
    expect(Number(has[0])).toBe(Number(had[0]) + 3);
    expect(await ask(bucket.DATABASE_URL, "SELECT FROM graphile_worker.jobs WHERE locked_by IS NOT NULL")).toEqual([]);

    // The verification at the end writes down how far it came.
    const withoutEnd = ({ rows: { "public.ledger_verified": _, ...rows }, ...rest }: Content) => ({ ...rest, rows });
    const first = withoutEnd(await contentOf(bucket.DATABASE_URL));
    for (const [name, rows] of Object.entries(withoutEnd(before).rows))
      if (!name.startsWith("graphile_worker.")) expect([name, first.rows[name]]).toEqual([name, rows]);

    const again = join(folder, "again");
    expect(await run(["backup", again], bucket)).toMatchObject({ code: 0, answer: { copied: 6 } });
    const disk = await emptyMachine("disk", { isMigrated: false });
    expect(await run(["restore", again], disk)).toMatchObject({ code: 0, answer: { ok: true } });
    const [there, andBack] = [await contentOf(bucket.DATABASE_URL), await contentOf(disk.DATABASE_URL)];
    // The second backup is in the ledger.
    expect(there.rows["public.ledger_entries"]).toHaveLength((first.rows["public.ledger_entries"]?.length ?? 0) + 1);
    expect(withoutEnd(andBack)).toEqual(withoutEnd(there));
    expect(andBack.catalog).toEqual(before.catalog);
    // The service can work on: its roles, its jobs and its storage keys are there.
    expect(await run(["master-key", "status"], disk)).toMatchObject({ code: 0 });
    expect(await run(["object", "verify", "--hash"], disk)).toMatchObject({ code: 0, answer: { ok: true } });
  });

  it("holds no key, no plain text and nothing that another key opens", async () => {
    const files = globSync(join(path, "**/*")).filter((file) => statSync(file).isFile());
    const secrets = [KEY, Buffer.from(KEY, "base64"), env().masterKey.reveal(), "Ada Example", "example.com"];
    for (const file of files) {
      const content = readFileSync(file);
      expect(statSync(file).mode & 0o077).toBe(0);
      for (const secret of secrets) expect(content.includes(secret)).toBe(false);
    }
    const other = { BACKUP_KEY: randomBytes(32).toString("base64") };
    for (const command of [
      ["backup", path],
      ["restore", path, "--check"],
    ]) {
      expect((await run(command, other)).stderr).toContain("sealed under another key");
    }
  });

  it("copies an object once, says what is missing or erased, and forgets old backups with what only they name", async () => {
    const target = join(folder, "kept");
    expect(await run(["backup", target])).toMatchObject({ code: 0, answer: { copied: 6 } });
    const { key } = await db.releaseCopy.findFirstOrThrow();
    const release = readFileSync(join(env().storageDir, key));
    try {
      rmSync(join(env().storageDir, key));
      expect(await run(["backup", target])).toMatchObject({ code: 0, answer: { copied: 0, alreadyThere: 6 } });
      const fresh = await run(["backup", join(folder, "fresh")]);
      expect(fresh).toMatchObject({ code: 1, answer: { ok: false, problems: [{ problem: "missing", key }] } });
      expect((await run(["object", "verify"])).answer).toMatchObject({
        ok: false,
        problems: [{ problem: "missing", key }],
      });
      // The rest can be restored, and says what isn't there.
      const lacking = await run(["restore", join(folder, "fresh")], await emptyMachine("lacking"));
      expect(lacking).toMatchObject({
        code: 1,
        answer: { ok: false, ledger: { ok: true }, problems: [{ problem: "missing", key }] },
      });
    } finally {
      writeFileSync(join(env().storageDir, key), release, { mode: 0o600 });
    }
    const orphan = join(target, "objects", key.replace("releases", "identity"));
    writeFileSync(orphan, "an object of an erased record");
    utimesSync(orphan, new Date(Date.now() - DAY_MS), new Date(Date.now() - DAY_MS));
    const kept = await run(["backup", target, "--keep", "1"]);
    expect(kept.answer).toMatchObject({ ok: true, alreadyThere: 6 });
    expect(kept.answer.deleted).toHaveLength(2);
    expect(backups(target)).toEqual([kept.answer.backup]);
    expect(() => statSync(orphan)).toThrow("ENOENT");
    expect(await run(["restore", target, "--check"])).toMatchObject({ code: 0, answer: { ok: true } });
  });

  it("is refused whole when one byte changed, in a table or an object", async () => {
    const machine = await emptyMachine("refused");
    const [name = ""] = backups(path);
    for (const file of [
      join(path, name, "public.users"),
      join(path, "objects", copied.keptKey),
      join(path, name, "manifest"),
    ]) {
      const content = readFileSync(file);
      const middle = content.length >> 1;
      const flip = () => {
        content.writeUInt8(content.readUInt8(middle) ^ 1, middle);
        writeFileSync(file, content);
      };
      flip();
      const { code, stderr } = await run(["restore", path], machine);
      flip();
      expect([code, stderr]).toEqual([1, expect.stringContaining(`${file} can't be opened`)]);
      const rows = await ask(
        machine.DATABASE_URL,
        "SELECT to_regclass('users') IS NULL OR NOT EXISTS (SELECT FROM pg_stat_user_tables WHERE relname <> 'ledger_heads' AND schemaname = 'public' AND n_live_tup > 0 AND relname <> '_prisma_migrations')",
      );
      expect(rows).toEqual(["true"]);
      expect(globSync(join(machine.STORAGE_DIR, "*/**"))).toEqual([]);
    }
    expect(await run(["restore", path], machine)).toMatchObject({ code: 0 });
  });

  it("is refused by a database or a storage that isn't empty, and by another master key", async () => {
    const machine = await emptyMachine("filled");
    expect((await run(["restore", path], { ...machine, MASTER_KEY: KEY })).stderr).toContain("MASTER_KEY");
    expect((await run(["restore", path], { ...machine, STORAGE_DIR: env().storageDir })).stderr).toContain(
      "The storage isn't empty",
    );
    const full = { ...machine, DATABASE_URL: env().databaseUrl, DATABASE_OWNER_URL: "" };
    expect((await run(["restore", path], full)).stderr).toContain("set DATABASE_OWNER_URL");
    const owner = Object.assign(new URL(machine.DATABASE_OWNER_URL), {
      pathname: new URL(env().databaseUrl).pathname,
    }).href;
    const refused = await run(["restore", path], { ...full, DATABASE_OWNER_URL: owner });
    expect(refused.stderr).toMatch(/The database isn't empty: there are rows in .+ and \d+ more/);
  });

  it("survives a kill at any point", async () => {
    const target = join(folder, "killed");
    const backup = start(["backup", target, "--json"]);
    await until(() => isWriting(target));
    backup.child.kill("SIGKILL");
    await backup.done;
    expect((await run(["restore", target, "--check"])).stderr).toContain("There is no complete backup");
    expect(await run(["backup", target])).toMatchObject({ code: 0, answer: { ok: true } });

    const machine = await emptyMachine("killed");
    const inTables = start(["restore", target, "--json"], machine);
    const copying = `SELECT FROM pg_stat_activity WHERE datname = '${new URL(machine.DATABASE_URL).pathname.slice(1)}' AND query LIKE '%CONSTRAINT%'`;
    const watcher = await connect(address);
    await until(async () => (await watcher.query(copying)).rowCount);
    await watcher.end();
    inTables.child.kill("SIGKILL");
    expect((await inTables.done).code).toBeNull();
    // The transaction left nothing, so the next run starts at once.
    const inObjects = start(["restore", target, "--json"], machine);
    await until(() => isWriting(machine.STORAGE_DIR));
    inObjects.child.kill("SIGKILL");
    expect((await inObjects.done).code).toBeNull();

    const half = await run(["restore", target], machine);
    expect([half.code, half.stderr]).toEqual([1, expect.stringContaining("isn't empty")]);
    expect(await run(["restore", target, "--hash"], await emptyMachine("killed"))).toMatchObject({ code: 0 });
  });
});

it("names every stored object: each column with a key is in the list", () => {
  const schema = readFileSync("prisma/schema.prisma", "utf8");
  const columns = [...schema.matchAll(/@map\("(\w+_key)"\)/g)].map(([, name = ""]) => name);
  const others = ["api_key", "idempotency_key", "wrapped_key", "public_key"];
  const stored = new Set(columns.filter((name) => !others.some((other) => name.includes(other))));
  for (const name of stored) expect(OBJECT_LIST).toContain(name);
});
