import { afterEach, expect, it, vi } from "vitest";
import { countLeftAside } from "@/lib/domain/content/cross-reference/left-aside";
import { deleteContent } from "@/lib/domain/content/delete-content";
import { eraseExpiredTask } from "@/lib/domain/content/erase-expired";
import { listContent } from "@/lib/domain/content/queries";
import { db, Prisma } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import {
  keyCtx,
  makeAccount,
  makeCustodian,
  makeDepiction,
  makePartner,
  portalCtx,
  staffCtx,
} from "@/lib/testing/factories";
import { fillWholeSearch } from "@/lib/testing/fill-whole-search";
import { firstRun } from "@/lib/testing/run-jobs";
import { fillSearch } from "./fill-search";
import type * as marks from "./marks";
import type * as vocabulary from "./vocabulary";

const unlucky = vi.hoisted(() => ({ title: "" }));
vi.mock("./marks", async (original) => {
  const real = await original<typeof marks>();
  const marksOf: typeof real.marksOf = (row) => {
    if (row.title === unlucky.title) throw new RangeError("nothing goes on here");
    return real.marksOf(row);
  };
  return { ...real, marksOf };
});

const database = vi.hoisted(() => ({ fails: null as Error | null, times: 0 }));
vi.mock("./vocabulary", async (original) => {
  const real = await original<typeof vocabulary>();
  const holdWords: typeof real.holdWords = (tx) => {
    if (database.fails && database.times-- > 0) throw database.fails;
    return real.holdWords(tx);
  };
  return { ...real, holdWords };
});

afterEach(() => {
  unlucky.title = "";
  database.fails = null;
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
    { err: expect.objectContaining({ cause: expect.any(RangeError) }), depictionId: bad },
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

const failures = {
  "it has no room": Object.assign(new Error("no room"), { code: "53100" }),
  "its connection was lost": new Error("Connection terminated unexpectedly"),
  "a transaction took too long": new Prisma.PrismaClientKnownRequestError("expired", {
    code: "P2028",
    clientVersion: "7",
  }),
};

it.each(Object.entries(failures))("leaves nothing aside when the database could not do it: %s", async (_, error) => {
  const { find } = await setUp();
  unlucky.title = "";
  const before = await countLeftAside(staffCtx(await makeCustodian()));
  Object.assign(database, { fails: error, times: Number.POSITIVE_INFINITY });
  await expect(fillWholeSearch()).rejects.toThrow(error.message);
  expect(await countLeftAside(staffCtx(await makeCustodian()))).toBe(before);
  database.fails = null;
  await fillWholeSearch();
  expect(await find()).toHaveLength(9);
});

it("tries with fewer where a transaction took too long", async () => {
  const { find } = await setUp();
  unlucky.title = "";
  Object.assign(database, { fails: failures["a transaction took too long"], times: 2 });
  expect(await fillSearch()).toBeLessThan(9);
  await fillWholeSearch();
  expect(await find()).toHaveLength(9);
});

it("is stopped neither from erasing by night nor from a partner's DELETE by a record that cannot be put there", async () => {
  const partner = await makePartner();
  const productionDate = new Date("2010-01-01T00:00:00Z");
  unlucky.title = `Unlucky ${newId()}`;
  const make = () => makeDepiction(partner, { title: unlucky.title, productionDate });
  const { accountId, externalContentId, id } = await make();
  const answer = await deleteContent(keyCtx(partner), { accountId, externalContentId: externalContentId ?? "" });
  expect(answer).toMatchObject({ deleted: true, depictionId: id });
  await make();
  await eraseExpiredTask.run({}, firstRun);
  expect(await db.depiction.count({ where: { partnerId: partner.id } })).toBe(0);
});
