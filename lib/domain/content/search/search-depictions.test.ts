import { describe, expect, it, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makeDepiction, makePartner, makeUser } from "@/lib/testing/factories";
import { fillWholeSearch } from "@/lib/testing/fill-whole-search";
import { asOwner } from "@/lib/testing/owner";
import { thereAndBack } from "@/lib/testing/there-and-back";
import { searchDepictions } from "./search-depictions";
import type { Scope, Wanted } from "./terms";

const readOf = (scope: Scope, wanted: Wanted, request: { limit: number; span?: number }) => (cursor?: string) =>
  searchDepictions(scope, wanted, { ...request, cursor });

async function setUp() {
  const partner = await makePartner();
  const person = await makeUser();
  const { id: accountId } = await makeAccount(partner, { status: "active", userId: person.id, email: person.email });
  return { partner, scope: { partnerId: partner.id }, accountId };
}

describe("a list of which little matches", () => {
  const COUNT = 12;
  const request = { limit: 2, span: 5 };
  const newestFirst = Array.from({ length: COUNT }, (_, n) => COUNT - 1 - n);

  // The walk stops at the 7th and at the 2nd one when it comes upon too few before.
  it.each([[[7]], [[2]], [[7, 2]], [[11, 0]], [[]], [[10, 9, 8, 7, 6, 2, 1]], [newestFirst]])(
    "shows each match once, there and back past empty pages: %j",
    async (hits) => {
      const { partner, scope, accountId } = await setUp();
      const ids: string[] = [];
      for (let n = 0; n < COUNT; n++) {
        // Two of each day.
        const productionDate = new Date(Date.UTC(2024, 0, 1 + Math.floor(n / 2)));
        const removal = { removedAt: new Date(), removedByKind: "partner_key", removalReason: "Sold" };
        const given = { accountId, productionDate, ...(hits.includes(n) && removal) };
        ids.push((await makeDepiction(partner, given)).id);
      }
      const range = { from: new Date("2024-01-01"), to: new Date("2024-02-01") };
      for (const days of [{}, range]) {
        const pages = await thereAndBack(readOf(scope, { accountId, removed: "yes", ...days }, request));
        expect(pages.flatMap((page) => page.ids).map((id) => ids.indexOf(id))).toEqual(hits);
        if (hits.length < 3) expect(pages.some((page) => page.ids.length === 0)).toBe(true);
      }
    },
  );
});

it("shows what a text finds once, there and back past empty pages, when its time ends at each", async () => {
  const { partner, scope, accountId } = await setUp();
  await fillWholeSearch();
  await asOwner("TRUNCATE depiction_search, search_day_parts");
  const title = `w${newId()}`;
  // Where a page's time ends: at the lowest place that it has looked at.
  const PART = 65_536;
  const places: [number, string][] = [
    [PART, title],
    [PART + 1, "Else"],
    [3 * PART, title],
    [4 * PART - 1, "Else"],
  ];
  const found: string[] = [];
  for (const [place, named] of places) {
    await asOwner("SELECT setval('depiction_search_place', $1)", [place - 1]);
    const { id } = await makeDepiction(partner, { accountId, title: named });
    await fillWholeSearch();
    expect(await db.$queryRaw`SELECT place::int FROM depiction_search WHERE depiction_id = ${id}`).toEqual([{ place }]);
    if (named === title) found.unshift(id);
  }
  let now = 0;
  const time = vi.spyOn(performance, "now").mockImplementation(() => (now += 1_000));
  const pages = await thereAndBack(readOf(scope, { text: title }, { limit: 2 })).finally(() => time.mockRestore());
  expect(pages.map(({ ids }) => ids)).toEqual([[found[0]], [], [found[1]], []]);
});
