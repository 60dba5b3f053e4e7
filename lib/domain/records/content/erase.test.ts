import { expect, it, vi } from "vitest";
import { fillShare, SHARES } from "@/lib/domain/records/search/fill-search";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { keyCtx, makeAccount, makeCustodian, makeDepiction, makePartner, staffCtx } from "@/lib/testing/factories";
import { fillWholeSearch, firstRun } from "@/lib/testing/run-jobs";
import { asOwner } from "@/lib/testing/sql";
import { searchIndex } from "./cross-reference/search-index";
import { eraseExpiredTask } from "./erase";
import { deleteContent } from "./remove-depiction";

const long = new Date();
long.setUTCFullYear(long.getUTCFullYear() - 8);
const night = () => eraseExpiredTask.run({}, firstRun);

async function setUp() {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  /** Its seven years have ended, its index entry's only if `createdAt` is that old. */
  const make = (given: object = {}) =>
    makeDepiction(partner, { accountId: account.id, productionDate: long, title: `Titled ${newId()}`, ...given });
  const left = async () => {
    const rows = await db.depiction.findMany({ where: { partnerId: partner.id }, orderBy: { id: "asc" } });
    return rows.map(({ id }) => id);
  };
  const inSearch = async (id: string) =>
    (await db.$queryRaw<unknown[]>`SELECT 1 AS there FROM search_records WHERE id = ${id}`).length === 1;
  return { partner, make, left, inSearch };
}

/** Starts something, and continues once it is done or waits for a lock. */
async function begin<T>(work: Promise<T>): Promise<{ over: Promise<T> }> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  over.catch(() => undefined);
  const isWaiting = async () => {
    const rows = await db.$queryRaw<unknown[]>`
      SELECT 1 AS waits FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return rows.length > 0;
  };
  await expect.poll(async () => isOver || (await isWaiting()), { timeout: 60_000 }).toBe(true);
  return { over };
}

it("logs a record that can't be erased, continues, and retries the next night", async () => {
  const { make, left, inSearch } = await setUp();
  const [before, stuck, after] = [await make(), await make(), await make({ createdAt: long })];
  await fillWholeSearch();
  // An index entry is written once and can't be made to describe this depiction.
  await db.indexEntry.updateMany({
    where: { depictionId: stuck.id },
    data: { title: "x", contentUrl: "https://x.example" },
  });
  const told = vi.spyOn(log, "error").mockReturnValue();
  for (const nights of [1, 2]) {
    await night();
    expect(await left()).toEqual([stuck.id]);
    const message = expect.stringContaining("could not be erased");
    expect(told).toHaveBeenCalledTimes(nights);
    expect(told).toHaveBeenLastCalledWith({ err: expect.any(Error), depictionId: stuck.id }, message);
  }
  // No other test's nightly run reaches it.
  await db.depiction.update({ where: { id: stuck.id }, data: { legalHold: true } });
  expect(await db.indexEntry.count({ where: { depictionId: after.id } })).toBe(0);
  await fillWholeSearch();
  expect([await inSearch(before.id), await inSearch(after.id)]).toEqual([true, false]);
});

it("fails as a whole and is retried if the database fails", async () => {
  const { make, left } = await setUp();
  const { id } = await make();
  await asOwner(`
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER no_room BEFORE DELETE ON depictions FOR EACH ROW EXECUTE FUNCTION no_room()`);
  try {
    await expect(night()).rejects.toThrow("no room");
  } finally {
    await asOwner("DROP FUNCTION no_room CASCADE");
  }
  expect(await left()).toEqual([id]);
});

it("stops before the next record when the worker stops", async () => {
  const { make, left } = await setUp();
  const { id } = await make();
  const stopped = eraseExpiredTask.run({}, { ...firstRun, signal: AbortSignal.abort() });
  await expect(stopped).rejects.toThrow("aborted");
  expect(await left()).toEqual([id]);
  await night();
  expect(await left()).toEqual([]);
});

it.each([
  [
    "a hold was placed on",
    (tx: Tx, id: string) => tx.depiction.update({ where: { id }, data: { legalHold: true } }),
    1,
  ],
  ["was erased by another job", (tx: Tx, id: string) => tx.depiction.delete({ where: { id } }), 0],
] as const)("skips a record that %s while it waited", async (_, meanwhile, count) => {
  const { make, left } = await setUp();
  const { id } = await make();
  const told = vi.spyOn(log, "error").mockReturnValue();
  const { over } = await inTransaction(async (tx) => {
    await meanwhile(tx, id);
    return begin(night());
  });
  await over;
  expect(await left()).toHaveLength(count);
  expect(told).not.toHaveBeenCalled();
});

it.each([
  ["is found by what the index says", {}, true],
  ["is not found when its entries were erased too", { createdAt: long }, false],
])("a record erased while the indexer writes it %s", async (_, given, isFound) => {
  const { make, left, inSearch } = await setUp();
  await fillWholeSearch();
  const { id, title } = await make(given);
  await inTransaction(async (tx) => {
    let filled = 0;
    for (let share = 0; share < SHARES; share++) filled += await fillShare(tx, share);
    expect(filled).toBe(1);
    await night();
    expect(await left()).toEqual([]);
  });
  expect(await inSearch(id)).toBe(true);
  await fillWholeSearch();
  expect(await inSearch(id)).toBe(isFound);
  const { records } = await searchIndex(staffCtx(await makeCustodian()), { q: title });
  expect(records).toMatchObject(isFound ? [{ id, title, erased: true }] : []);
});

it("is found by its index entry after erasure, whether or not the search had it before", async () => {
  const { partner, make } = await setUp();
  const before = await make();
  await fillWholeSearch();
  const after = await make();
  for (const { accountId, externalContentId } of [before, after]) {
    const answer = await deleteContent(keyCtx(partner), { accountId, externalContentId: externalContentId ?? "" });
    expect(answer).toMatchObject({ deleted: true });
  }
  await fillWholeSearch();
  const custodian = staffCtx(await makeCustodian());
  for (const { id, title } of [before, after])
    expect((await searchIndex(custodian, { q: title })).records).toMatchObject([{ id, title, erased: true }]);
});
