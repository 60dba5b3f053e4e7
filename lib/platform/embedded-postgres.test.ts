import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEmbeddedPostgres } from "./embedded-postgres";

let place: string;
let folder: string;
const open = () => openEmbeddedPostgres({ folder, database: "records" });

beforeAll(() => {
  // Mode 700, as `mktemp -d` creates it. As root, the database's own user can't enter it.
  place = mkdtempSync(join(tmpdir(), "postgres-"));
  folder = join(place, "postgres");
});

afterAll(async () => {
  await (await open()).stop();
  // The folder may be a link to a place that the database's user can enter.
  for (const path of [realpathSync(folder), place]) rmSync(path, { recursive: true, force: true });
});

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const pidFile = () => join(folder, "data", "postmaster.pid");
const postmaster = () => Number(readFileSync(pidFile(), "utf8").split("\n")[0]);

describe("the embedded database", () => {
  it("starts once, however many processes start it at the same time", async () => {
    const servers = await Promise.all([open(), open(), open()]);
    expect(new Set(servers.map(({ url }) => url)).size).toBe(1);
    expect(servers.filter(({ started }) => started)).toHaveLength(1);
    await ask(servers[0].url, "create table kept (n int); insert into kept values (1)");
  });

  it.runIf(existsSync("/usr/lib/locale/C.utf8"))(
    "knows letters of every script, which the search index needs",
    async () => {
      const { url } = await open();
      await ask(url, "create extension pg_trgm");
      expect(await ask(url, "select show_trgm('ж') <> '{}' as known")).toEqual([{ known: true }]);
    },
  );

  it("is reused if it outlived the process that started it", async () => {
    const before = postmaster();
    const again = await open();
    expect(again.started).toBe(false);
    expect(postmaster()).toBe(before);
  });

  it("loses nothing when killed", async () => {
    const { url } = await open();
    process.kill(postmaster(), "SIGKILL");
    const again = await open();
    expect(again.url).toBe(url);
    expect(await ask(again.url, "select n from kept")).toEqual([{ n: 1 }]);
  });

  it("starts even if another process has its old pid", async () => {
    const { stop } = await open();
    const former = readFileSync(pidFile(), "utf8").split("\n");
    await stop();
    writeFileSync(pidFile(), [process.pid, ...former.slice(1)].join("\n"));
    const again = await open();
    expect(again.started).toBe(true);
    expect(await ask(again.url, "select n from kept")).toEqual([{ n: 1 }]);
  });

  it("refuses connections without its password", async () => {
    const { url } = await open();
    await expect(ask(url.replace(/:[^:@]+@/, ":guess@"), "select 1")).rejects.toThrow("password authentication failed");
  });
});
