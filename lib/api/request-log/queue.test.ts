import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db, pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { logEntry } from "@/lib/testing/log-entries";
import { firstRun } from "@/lib/testing/run-jobs";
import { insertRows, type LogRow, maintainRequestLog } from "./insert-rows";
import { RequestLogQueue } from "./queue";
import { rowOf } from "./redact";

const written = (partnerId: string) => db.requestLog.findMany({ where: { partnerId }, orderBy: { id: "asc" } });
const partitions = async () => {
  const { rows } = await pool().query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'request_log'::regclass order by 1",
  );
  return rows.map((row) => row.name);
};
const partitionOf = (time: number) => `request_log_${new Date(time).toISOString().slice(0, 10).replaceAll("-", "")}`;

const maintain = () => maintainRequestLog.run({}, firstRun);

describe("the queue", () => {
  it("writes entries that arrived during a write in one batch, automatically", async () => {
    const batches: number[] = [];
    const queue = new RequestLogQueue({
      write: async (rows) => void batches.push(rows.length),
      everyMs: 20,
      maxEntries: 100,
    });
    for (let i = 0; i < 5; i++) queue.add(logEntry());
    expect(batches).toEqual([]);
    await expect.poll(() => batches).toEqual([5]);
    queue.add(logEntry());
    await expect.poll(() => batches).toEqual([5, 1]);
  });

  it("keeps failed entries in order, and retries", async () => {
    let away = true;
    const ids: unknown[] = [];
    const write = async (rows: readonly LogRow[]) => {
      if (away) throw new Error("connection refused");
      ids.push(...rows.map((row) => row.id));
    };
    const queue = new RequestLogQueue({ write, everyMs: 10, maxEntries: 100 });
    const entries = [logEntry(), logEntry(), logEntry()];
    for (const each of entries.slice(0, 2)) queue.add(each);
    await queue.flush();
    expect(queue.size).toBe(2);
    away = false;
    for (const each of entries.slice(2)) queue.add(each);
    await expect.poll(() => ids).toEqual(entries.map(({ id }) => id));
  });

  it("drops entries at its limit instead of growing forever", async () => {
    const queue = new RequestLogQueue({
      write: () => Promise.reject(new Error("away")),
      everyMs: 60_000,
      maxEntries: 3,
    });
    for (let i = 0; i < 10; i++) queue.add(logEntry());
    expect(queue.size).toBe(3);
    await queue.flush();
    expect(queue.size).toBe(3);
  });

  it("writes waiting entries on a flush, and later ones in a flush of their own", async () => {
    const ids: unknown[] = [];
    const queue: RequestLogQueue = new RequestLogQueue({
      write: async (rows) => {
        if (ids.length === 0) queue.add(logEntry());
        ids.push(...rows.map((row) => row.id));
      },
      everyMs: 60_000,
      maxEntries: 100,
    });
    queue.add(logEntry());
    await queue.flush();
    expect([ids.length, queue.size]).toEqual([1, 1]);
    await queue.flush();
    expect([ids.length, queue.size]).toEqual([2, 0]);
  });

  it("cuts and redacts bodies", async () => {
    const written: LogRow[] = [];
    const queue = new RequestLogQueue({
      write: async (rows) => void written.push(...rows),
      everyMs: 60_000,
      maxEntries: 10,
    });
    const text = `{"token":"t0ken","text":"${"x".repeat(1_000_000)}"}`;
    queue.add(logEntry({ requestBody: text.replace("t0ken", "t0ken2"), responseBody: text }));
    await queue.flush();
    const [{ request_body, response_body } = { request_body: null, response_body: null }] = written;
    for (const body of [request_body, response_body])
      expect(body).toMatch(/^{"token":"\[redacted\]","text":"x{16000,16400}$/);
  });

  it("writes few large bodies at a time, because serializing them blocks the process", async () => {
    const batches: number[] = [];
    const queue = new RequestLogQueue({
      write: async (rows) => void batches.push(rows.length),
      everyMs: 60_000,
      maxEntries: 100,
    });
    for (let n = 0; n < 20; n++) queue.add(logEntry({ partnerId: `p${n}`, requestBody: "x".repeat(1_000_000) }));
    for (let n = 0; n < 10; n++) queue.add(logEntry());
    await queue.flush();
    expect(batches).toEqual([15, 15]);
  });

  it("leaves out bodies of a partner whose waiting ones are too large together, and keeps the entries", async () => {
    const written: LogRow[] = [];
    let away = true;
    const write = async (rows: readonly LogRow[]) => {
      if (away) throw new Error("away");
      written.push(...rows);
    };
    const queue = new RequestLogQueue({ write, everyMs: 60_000, maxEntries: 1_000 });
    const body = "x".repeat(16 * 1024);
    const add = (count: number, partnerId: string) => {
      for (let n = 0; n < count; n++) queue.add(logEntry({ partnerId, requestBody: body }));
    };
    const kept = (partnerId: string) =>
      written.filter((row) => row.partner_id === partnerId).map((row) => row.request_body === body);
    add(70, "busy");
    add(2, "other");
    await queue.flush();
    add(1, "busy");
    away = false;
    await queue.flush();
    expect(kept("busy")).toEqual([...Array(63).fill(true), ...Array(8).fill(false)]);
    expect(kept("other")).toEqual([true, true]);
    expect(written.findLast((row) => row.partner_id === "busy")?.request_body).toContain("left out");
    // What was written makes room.
    add(1, "busy");
    await queue.flush();
    expect(kept("busy").at(-1)).toBe(true);
  });
});

describe("insertRows", () => {
  it("writes every column", async () => {
    const partnerId = newId();
    const one = logEntry({
      partnerId,
      query: "a=1&token=t0ken",
      status: 404,
      code: "c",
      field: "f",
      userAgent: "curl",
      requestBody: '{"a":1}',
      responseBody: '{"error":"x"}',
      responseHeaders: { "X-RateLimit-Limit": "300" },
    });
    await insertRows([rowOf(one), rowOf(logEntry({ partnerId }))]);
    const row = (await written(partnerId)).find(({ id }) => id === one.id);
    expect(row).toEqual({
      id: one.id,
      at: new Date(one.at),
      partnerId,
      apiKeyId: "k",
      method: "GET",
      route: "/api/v1/x",
      path: "/api/v1/x",
      query: "a=1&token=[redacted]",
      status: 404,
      statusClass: 4,
      code: "c",
      field: "f",
      durationMs: 1.5,
      ip: "127.0.0.1",
      userAgent: "curl",
      requestHeaders: { accept: "*/*" },
      requestBody: '{"a":1}',
      responseHeaders: { "X-RateLimit-Limit": "300" },
      responseBody: '{"error":"x"}',
    });
    const other = (await written(partnerId)).find(({ id }) => id !== one.id);
    const left = { query: null, code: null, field: null, userAgent: null, requestBody: null };
    expect(other).toMatchObject(left);
  });

  it.each(["\\", "\n", "\r", "\t", "\\N", "\\.", '"'])("keeps %j unchanged, alone or in JSON", async (text) => {
    const partnerId = newId();
    const headers = { "X-Awkward": `a${text}b` };
    await insertRows([rowOf(logEntry({ partnerId, requestBody: text, field: `a${text}b`, responseHeaders: headers }))]);
    expect(await written(partnerId)).toMatchObject([
      { requestBody: text, field: `a${text}b`, responseHeaders: headers },
    ]);
  });

  it("accepts awkward values: quotes, braces, backslashes, emoji, NUL, half a surrogate pair, endless paths", async () => {
    const partnerId = newId();
    const body = '{"a":"\\"{},\\\\ NULL é😀"}';
    await insertRows([
      rowOf(logEntry({ partnerId, requestBody: body, path: `/api/v1/${"x".repeat(9000)}`, userAgent: 'a"b\\c,{d}\0' })),
      rowOf(logEntry({ partnerId, requestBody: "not json \0\t\r\n\\N\\.", path: "/api/v1/\ud800", field: "\udc00" })),
    ]);
    const rows = await written(partnerId);
    expect(new Set(rows.map((row) => row.requestBody))).toEqual(new Set([body, "not json \u{FFFD}\t\r\n\\N\\."]));
    expect(rows.map((row) => row.path.length).sort((a, b) => a - b)).toEqual([9, 1000]);
  });

  it("skips the row that the database refuses, and writes the others", async () => {
    const partnerId = newId();
    const rows = Array.from({ length: 7 }, () => rowOf(logEntry({ partnerId })));
    const bad = rowOf(logEntry({ partnerId, status: 99_999 }));
    await insertRows([...rows.slice(0, 3), bad, ...rows.slice(3)]);
    expect(await written(partnerId)).toHaveLength(7);
  });

  it("creates a missing daily partition", async () => {
    const partnerId = newId();
    const far = Date.now() + 40 * DAY_MS;
    await insertRows([rowOf(logEntry({ partnerId, at: far })), rowOf(logEntry({ partnerId }))]);
    expect(await written(partnerId)).toHaveLength(2);
    expect(await partitions()).toContain(partitionOf(far));
  });

  it("survives a connection that dies during a COPY, and continues on another", async () => {
    const partnerId = newId();
    const rows = Array.from({ length: 5_000 }, () =>
      rowOf(logEntry({ partnerId, responseBody: JSON.stringify("x".repeat(2_000)) })),
    );
    const killer = new Client({ connectionString: env().databaseUrl });
    await killer.connect();
    let killed = 0;
    while (killed === 0) {
      const writing = insertRows(rows).then(
        () => "written",
        () => "lost",
      );
      let outcome: string | undefined;
      void writing.then((word) => {
        outcome = word;
      });
      while (!outcome) {
        const { rowCount } = await killer.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query like 'copy request_log%'`,
        );
        killed += rowCount ?? 0;
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (outcome === "written") await db.requestLog.deleteMany({ where: { partnerId } });
    }
    await killer.end();
    await insertRows(rows);
    expect(await db.requestLog.count({ where: { partnerId } })).toBe(rows.length);
  });

  it("is safe to repeat", async () => {
    const partnerId = newId();
    const row = rowOf(logEntry({ partnerId }));
    await insertRows([row]);
    await insertRows([row]);
    expect(await written(partnerId)).toHaveLength(1);
  });
});

describe("the daily job", () => {
  it("creates the coming week and drops partitions older than 90 days, no others", async () => {
    const now = Date.now() + 400 * DAY_MS;
    const partnerId = newId();
    const ages = [0, 1, 89, 90, 91, 120];
    await insertRows(ages.map((age) => rowOf(logEntry({ partnerId, at: now - age * DAY_MS }))));
    clock.freeze(new Date(now));
    await maintain();
    await maintain();
    const left = await partitions();
    for (let ahead = 0; ahead <= 7; ahead++) expect(left).toContain(partitionOf(now + ahead * DAY_MS));
    const kept = (await written(partnerId)).map((row) => Math.round((now - row.at.getTime()) / DAY_MS));
    expect(kept.sort((a, b) => a - b)).toEqual([0, 1, 89, 90]);
    expect(left).not.toContain(partitionOf(now - 91 * DAY_MS));
  });
});

it("under load, full batches are written at once; while the database is down, only the timer retries", async () => {
  const sizes: number[] = [];
  let away = false;
  const queue = new RequestLogQueue({
    everyMs: 60_000,
    maxEntries: 1000,
    write: async (rows) => {
      sizes.push(rows.length);
      if (away) throw new Error("away");
    },
  });
  for (let n = 0; n < 250; n++) {
    queue.add(logEntry());
    await Promise.resolve();
  }
  await expect.poll(() => sizes).toEqual([100, 100]);
  expect(queue.size).toBe(50);
  away = true;
  for (let n = 0; n < 250; n++) queue.add(logEntry());
  await expect.poll(() => sizes).toHaveLength(3);
  await new Promise((resolve) => setImmediate(resolve));
  for (let n = 0; n < 50; n++) queue.add(logEntry());
  expect(sizes).toHaveLength(3);
  away = false;
  await queue.flush();
  expect(queue.size).toBe(0);
});
