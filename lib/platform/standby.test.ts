import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { webReady } from "@/lib/api/health";
import { setVariables } from "@/lib/testing/env";
import { askOnce } from "@/lib/testing/mortal-postgres";
import { BoundedPool } from "./bounded-pool";
import { closeDatabase, isConnectionLost, pool, readAnywhere, sqlState } from "./db";
import { openEmbeddedPostgres } from "./embedded-postgres";

const place = mkdtempSync(join(tmpdir(), "standby-"));
const folder = join(place, "postgres");
const open = () => openEmbeddedPostgres({ folder, database: "records" });

afterAll(async () => {
  await closeDatabase();
  await (await open()).stop();
  // The folder may be a link to a place that the database's user can enter.
  for (const path of [realpathSync(folder), place]) rmSync(path, { recursive: true, force: true });
});

it("asks again how old a copy is, over connections that never rest too", async () => {
  const { url } = await open();
  let asked = 0;
  const assertFit = async () => {
    if (++asked > 1) throw Object.assign(new Error("The standby's copy is old."), { code: "57P03" });
  };
  const busy = new BoundedPool(url, { max: 1, assertFit, livesS: 1 });
  const work = () => busy.query("SELECT 1");
  const worked = async (): Promise<unknown> => work().then(worked, (error: unknown) => error);
  expect([isConnectionLost(await worked()), asked]).toEqual([true, 2]);
  await busy.end();
});

it("a standby in place of the primary counts as away, until it is promoted", async () => {
  const { url, stop } = await open();
  setVariables({ DATABASE_URL: url, DATABASE_STANDBY_URL: url });
  const work = () => pool().query("SELECT 1");
  await work();
  await stop();
  writeFileSync(join(folder, "data", "standby.signal"), "");
  // It counts as ready for its starter once it is promoted.
  const opening = open();
  await expect.poll(() => askOnce(url, "SELECT 1").catch(() => [])).toHaveLength(1);

  const error: unknown = await work().catch((failure: unknown) => failure);
  expect([sqlState(error), isConnectionLost(error)]).toEqual(["25006", true]);
  // It has followed nobody yet, so nobody knows how old it is.
  const old: unknown = await readAnywhere(work).catch((failure: unknown) => failure);
  expect([String(old), isConnectionLost(old)]).toEqual([expect.stringContaining("copy is old"), true]);
  const readiness = async () => (await webReady()).json();
  expect(await readiness()).toMatchObject({ status: "unavailable", checks: { database: "failed" } });

  await askOnce(url, "SELECT pg_promote()");
  await opening;
  await expect.poll(work).toMatchObject({ rowCount: 1 });
  await expect.poll(readiness).toMatchObject({ checks: { database: "ok" } });
});
