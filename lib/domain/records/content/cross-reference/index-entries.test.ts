import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { timeOfId } from "@/lib/platform/ids";
import { makeAccount, makeDepiction, makePartner, makeUser } from "@/lib/testing/factories";
import { fillWholeSearch, firstRun } from "@/lib/testing/run-jobs";
import { thereAndBack } from "@/lib/testing/there-and-back";
import { eraseExpiredTask } from "../erase";
import { pageOfAppearances } from "./index-entries";

const COUNT = 12;
const [SPAN, LIMIT] = [5, 2];

/** A performer in twelve depictions, and another who is also in the seventh and eighth. */
async function setUp(titleOf: (n: number) => string = (n) => `Hay ${n}`) {
  const partner = await makePartner();
  const [person, other] = [await makeUser(), await makeUser()];
  const account = await makeAccount(partner, { status: "active", userId: person.id, email: person.email });
  const ids: string[] = [];
  for (let n = 0; n < COUNT; n++) {
    const productionDate = new Date(Date.UTC(2025, 0, 1 + n));
    const made = await makeDepiction(partner, { accountId: account.id, title: titleOf(n), productionDate });
    ids.push(made.id);
  }
  await fillWholeSearch();
  for (const depictionId of ids.slice(7, 9)) {
    const entry = await db.indexEntry.findFirstOrThrow({ where: { depictionId } });
    await db.indexEntry.create({ data: { ...entry, userId: other.id } });
  }
  type DepictionFilter = Parameters<typeof pageOfAppearances>[1];
  const page = async (wanted: DepictionFilter, cursor?: string | null, userIds = [person.id, other.id]) => {
    const given = { cursor: cursor ?? undefined, limit: LIMIT, span: SPAN };
    const { ids: found, ...ends } = await pageOfAppearances(userIds, wanted, given);
    return { ...ends, found: found.map((id) => ids.indexOf(id)) };
  };
  /** Every page from first to last. */
  const pages = async (wanted: DepictionFilter) => {
    const all = [await page(wanted)];
    for (let last = all[0]; last?.older; last = all.at(-1)) all.push(await page(wanted, last.older));
    return all;
  };
  return { partner, person, account, ids, page, pages };
}

const newestFirst = Array.from({ length: COUNT }, (_, n) => COUNT - 1 - n);

it("pages through everything a person appears in, each depiction once, forward and back", async () => {
  const { page, pages } = await setUp();
  const all = await pages({});
  expect(all.flatMap(({ found }) => found)).toEqual(newestFirst);
  expect(all.map(({ found }) => found.length)).toEqual([2, 2, 2, 2, 2, 2]);
  expect(all.every(({ lookedThrough }) => lookedThrough === null)).toBe(true);
  const way = [];
  for (let at = all.at(-1); at?.newer; at = way.at(-1)) way.push(await page({}, at.newer));
  expect(way.map(({ found }) => found)).toEqual([
    [3, 2],
    [5, 4],
    [7, 6],
    [9, 8],
    [11, 10],
  ]);
  expect(way.at(-1)?.older).toBe(all[0]?.older);
  expect(await page({}, null, [])).toEqual({ found: [], newer: null, older: null, lookedThrough: null });
});

it("reads at most a span for rare matches, says how far it got, and continues from there", async () => {
  const { ids, page, pages } = await setUp((n) => (n === 0 ? "A needle" : `Hay ${n}`));
  const all = await pages({ text: "needle" });
  expect(all.map(({ found }) => found)).toEqual([[], [], [0]]);
  expect(all.map(({ lookedThrough }) => lookedThrough)).toEqual([timeOfId(ids[7] ?? ""), timeOfId(ids[2] ?? ""), null]);
  expect(all.at(-1)?.older).toBeNull();
  // And back, past the same ones.
  const back = await page({ text: "needle" }, all[2]?.newer);
  expect([back.found, back.lookedThrough]).toEqual([[], timeOfId(ids[5] ?? "")]);
  expect((await page({ text: "needle" }, back.older)).found).toEqual([0]);
});

// The walk stops at the 7th and 2nd one.
it.each([[[7]], [[2]], [[7, 2]], [[11, 0]], [[]]])(
  "shows each match once, forward and back past empty pages: %j",
  async (hits) => {
    const { ids, page } = await setUp((n) => (hits.includes(n) ? "A needle" : `Hay ${n}`));
    const read = async (cursor?: string) => {
      const { found, newer, older } = await page({ text: "needle" }, cursor);
      return { ids: found.map((n) => ids[n] ?? ""), newer, older };
    };
    const pages = await thereAndBack(read);
    expect(pages.flatMap((one) => one.ids).map((id) => ids.indexOf(id))).toEqual(hits);
    expect(pages).toHaveLength(3);
  },
);

it("reads at most a span for days with few productions", async () => {
  const { pages } = await setUp();
  const wanted = { from: new Date("2025-01-04T00:00:00Z"), to: new Date("2025-01-06T00:00:00Z") };
  const all = await pages(wanted);
  expect(all.map(({ found }) => found)).toEqual([[], [4, 3], []]);
  expect(all.map(({ lookedThrough }) => lookedThrough !== null)).toEqual([true, true, false]);
});

it("finds by words, content id and ids, including erased records", async () => {
  const { partner, account, ids, page } = await setUp((n) => `Hay no.${n}`);
  const { id, contentLogId, externalContentId } = await db.depiction.findUniqueOrThrow({ where: { id: ids[10] } });
  // With a dot, because the random id in another record's URL may contain any letters and digits.
  for (const text of ["hay no.10", externalContentId ?? "", id, contentLogId]) {
    expect((await page({ text })).found, text).toEqual([10]);
  }
  const productionDate = new Date("2010-01-01T00:00:00Z");
  const old = await makeDepiction(partner, { accountId: account.id, title: "Long gone", productionDate });
  await eraseExpiredTask.run({}, firstRun);
  await fillWholeSearch();
  ids.push(old.id);
  expect(await db.depiction.count({ where: { id: old.id } })).toBe(0);
  for (const text of ["long gone", old.id]) expect((await page({ text })).found, text).toEqual([COUNT]);
});
