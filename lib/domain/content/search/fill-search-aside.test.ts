import { afterEach, expect, it, vi } from "vitest";
import { listContent } from "@/lib/domain/content/queries";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { makeAccount, makeCustodian, makeDepiction, makePartner, portalCtx, staffCtx } from "@/lib/testing/factories";
import { fillWholeSearch } from "@/lib/testing/fill-whole-search";
import { countLeftAside } from "./left-aside";
import type * as marks from "./marks";

const unlucky = vi.hoisted(() => ({ title: "", throws: (): Error => new RangeError("nothing goes on here") }));
vi.mock("./marks", async (original) => {
  const real = await original<typeof marks>();
  const marksOf: typeof real.marksOf = (row) => {
    if (row.title === unlucky.title) throw unlucky.throws();
    return real.marksOf(row);
  };
  return { ...real, marksOf };
});

afterEach(() => {
  unlucky.title = "";
  vi.restoreAllMocks();
});

async function setUp() {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  const mark = `mark${newId()}`;
  await fillWholeSearch();
  const made = [];
  for (let n = 0; n < 9; n++) {
    made.push(await makeDepiction(partner, { accountId: account.id, title: `${mark} of ${n}` }));
  }
  const find = async () => (await listContent(portalCtx(partner, "viewer"), { q: mark })).rows.map(({ id }) => id);
  const [bad, others] = [made[4]?.id ?? "", made.filter((_, n) => n !== 4).map(({ id }) => id)];
  unlucky.title = `${mark} of 4`;
  return { find, bad, others };
}

it("leaves one that cannot be put into the search aside, tells of it, puts the others there, and tries again", async () => {
  const { find, bad, others } = await setUp();
  const custodian = staffCtx(await makeCustodian());
  const before = await countLeftAside(custodian);
  const told = vi.spyOn(log, "error").mockReturnValue();
  await fillWholeSearch();
  expect((await find()).toSorted()).toEqual(others.toSorted());
  expect(told).toHaveBeenCalledExactlyOnceWith(
    { err: expect.any(RangeError), depictionId: bad },
    expect.stringContaining("could not be put into the search"),
  );
  await fillWholeSearch();
  expect(told).toHaveBeenCalledOnce();
  expect(await countLeftAside(custodian)).toBe(before + 1);
  unlucky.title = "";
  await db.$executeRaw`
    UPDATE depictions_to_search SET again_at = again_at - interval '1 hour' WHERE depiction_id = ${bad}`;
  await fillWholeSearch();
  expect(await find()).toHaveLength(9);
  expect(await countLeftAside(custodian)).toBe(before);
});

it("leaves nothing aside when the database could not do it", async () => {
  const { find } = await setUp();
  unlucky.throws = () => Object.assign(new Error("no room"), { code: "53100" });
  await expect(fillWholeSearch()).rejects.toThrow("no room");
  unlucky.title = "";
  await fillWholeSearch();
  expect(await find()).toHaveLength(9);
});
