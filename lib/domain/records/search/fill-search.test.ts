import { expect, it, vi } from "vitest";
import { contentList } from "@/lib/domain/records/content";
import { insertDepiction } from "@/lib/domain/records/content/insert-depictions";
import { LogContentBody } from "@/lib/domain/records/content/schemas";
import { getUploader } from "@/lib/domain/records/content/uploader";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { LOCKS } from "@/lib/platform/locks";
import { log } from "@/lib/platform/log";
import { keyCtx, makeAccount, makeDepiction, makePartner, portalCtx } from "@/lib/testing/factories";
import { fillWholeSearch } from "@/lib/testing/run-jobs";
import { asOwner } from "@/lib/testing/sql";
import { fillSearch, queueForSearch, SHARES, startSearchFilling } from "./fill-search";

async function setUp() {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  const queued = async () =>
    (
      await db.$queryRaw<
        unknown[]
      >`SELECT FROM search_queue q JOIN depictions d ON d.id = q.record_id WHERE d.partner_id = ${partner.id}`
    ).length;
  const find = async (q: string) =>
    (await contentList.read(portalCtx(partner, "viewer"), { q })).rows.map(({ id }) => id);
  const make = (title: string) => makeDepiction(partner, { accountId: account.id, title });
  return { partner, account, queued, find, make };
}

it("lists a record at once, and finds it by words once the indexer has run", async () => {
  const { partner, account, queued, find } = await setUp();
  const uploader = await getUploader(partner.id, account.id);
  const input = LogContentBody.parse({ contentUrl: "https://example.com/1", title: "Fresh from the shoot" });
  const logged = await insertDepiction({ ctx: keyCtx(partner), uploader, input });
  expect(await queued()).toBe(1);
  expect(await find("fresh")).toEqual([]);
  expect((await contentList.read(portalCtx(partner, "viewer"), {})).rows.map(({ id }) => id)).toEqual([logged?.id]);
  const filling = startSearchFilling();
  await vi.waitFor(async () => expect(await find("fresh")).toEqual([logged?.id]), { timeout: 60_000 });
  await filling.stop();
  expect(await queued()).toBe(0);
});

it("lets several indexers run, and writes each record once, even if queued again", async () => {
  const { make, find, queued } = await setUp();
  const mark = `mark${newId()}`;
  const made = await Promise.all(Array.from({ length: 40 }, (_, n) => make(`${mark} of ${n}`)));
  const ids = made.map(({ id }) => id);
  await queueForSearch(db, "depiction", ids.slice(0, 20));
  await Promise.all([0, 1, 2, 3].map(fillWholeSearch));
  await queueForSearch(db, "depiction", ids.slice(10, 30));
  await fillWholeSearch();
  expect(await queued()).toBe(0);
  expect((await find(mark)).sort()).toEqual(ids.sort());
});

it("waits for another indexer, so that a newer state is never overwritten", async () => {
  const { make, find } = await setUp();
  const { title, id } = await make(`Waiting${newId()}`);
  await inTransaction(async (tx) => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(${LOCKS.search}::int, n)::text FROM generate_series(0, ${SHARES - 1}::int) n`;
    expect(await fillSearch()).toBe(0);
  });
  await fillWholeSearch();
  expect(await find(title)).toEqual([id]);
});

it("continues after the database fails", async () => {
  const { make, find } = await setUp();
  const { title, id } = await make(`Unlucky${newId()}`);
  const told = vi.spyOn(log, "error").mockReturnValue();
  await asOwner(`
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER no_room BEFORE INSERT ON search_records FOR EACH ROW EXECUTE FUNCTION no_room()`);
  const filling = startSearchFilling();
  try {
    await vi.waitFor(() => expect(told).toHaveBeenCalled(), { timeout: 60_000 });
  } finally {
    await asOwner("DROP FUNCTION no_room CASCADE");
  }
  await vi.waitFor(async () => expect(await find(title)).toEqual([id]), { timeout: 60_000 });
  await filling.stop();
  told.mockRestore();
});
