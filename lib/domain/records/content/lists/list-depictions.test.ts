import pg from "pg";
import { expect, it, vi } from "vitest";
import { pool } from "@/lib/platform/db";
import { besideId, newId } from "@/lib/platform/ids";
import { makeAccount, makeDepiction, makePartner } from "@/lib/testing/factories";
import { fillWholeSearch } from "@/lib/testing/run-jobs";
import { superuserClient } from "@/lib/testing/sql";
import { thereAndBack } from "@/lib/testing/there-and-back";
import { type DepictionFilter, listDepictions } from "./list-depictions";
import { readListCursor } from "./page";

const COUNT = 12;
const newestFirst = Array.from({ length: COUNT }, (_, n) => COUNT - 1 - n);
const range = { from: new Date("2024-01-01"), to: new Date("2024-02-01") };

async function setUp(given: (n: number) => Parameters<typeof makeDepiction>[1]) {
  const partner = await makePartner();
  const { id: accountId } = await makeAccount(partner, { status: "active" });
  const ids: string[] = [];
  for (let n = 0; n < COUNT; n++) {
    // Two per day.
    const productionDate = new Date(Date.UTC(2024, 0, 1 + Math.floor(n / 2)));
    ids.push((await makeDepiction(partner, { accountId, productionDate, ...given(n) })).id);
  }
  await fillWholeSearch();
  const pages = (wanted: DepictionFilter, bounds = { newest: 3, hits: 0, further: 5 }) =>
    thereAndBack((cursor) => listDepictions({ partnerId: partner.id }, wanted, { limit: 2, bounds, cursor }));
  return { ids, accountId, pages };
}

// Reading stops at the 7th and 2nd one if it finds too few before.
it.each([[[7]], [[2]], [[7, 2]], [[11, 0]], [[]], [[10, 9, 8, 7, 6, 2, 1]], [newestFirst]])(
  "a list with few matches shows each once, forward and back past empty pages: %j",
  async (hits) => {
    const removal = { removedAt: new Date(), removedByKind: "partner_key", removalReason: "Sold" };
    const mark = `w${newId()}`;
    const { ids, accountId, pages } = await setUp((n) => (hits.includes(n) ? { ...removal, title: mark } : {}));
    const indexes = (found: string[]) => found.map((id) => ids.indexOf(id));
    for (const wanted of [{ accountId, removed: "yes" as const }, { text: mark }, { text: mark, accountId }]) {
      for (const days of [{}, range]) {
        const all = await pages({ ...wanted, ...days });
        expect(indexes(all.flatMap((page) => page.ids))).toEqual(hits);
        if (hits.length < 3) expect(all.some((page) => page.ids.length === 0)).toBe(true);
      }
    }
  },
);

it("finds two letters in the newest rows, and in older ones page by page", async () => {
  const { ids, pages } = await setUp((n) => (n === 1 ? { title: "Жж" } : {}));
  const all = await pages({ text: "жж" });
  expect(all.map((page) => page.ids)).toEqual([[], [], [ids[1]]]);
  expect(all.map(({ lookedThrough }) => lookedThrough !== null)).toEqual([true, true, false]);
});

it("reads further back for the same page when the index has too many hits to sort", async () => {
  const mark = `w${newId()}`;
  const { ids, pages } = await setUp((n) => (n < 2 ? { title: mark } : {}));
  const all = await pages({ text: mark }, { newest: 3, hits: 1, further: 100 });
  expect(all.map((page) => page.ids)).toEqual([[ids[1], ids[0]]]);
});

it("finds common words with a rare one or with two letters, and rare parts of words, by the index", async () => {
  const mark = `w${newId()}`;
  const { ids, pages } = await setUp((n) => ({
    title:
      n === 1 ? `Lake summer ${mark} Жж clip-${mark}` : n === 0 ? `Lake summer clip ${mark}` : "Lake summer clip-x",
  }));
  for (const text of [`lake clip-${mark} summer`, `ip-${mark}`, "summer жж", `lake https://${mark}`, "lake summer"]) {
    const all = await pages({ text }, { newest: 3, hits: 100, further: 3 });
    const expected = { [`lake https://${mark}`]: [], "lake summer": newestFirst }[text] ?? [1];
    expect(all.flatMap((page) => page.ids)).toEqual(expected.map((n) => ids[n]));
  }
});

it("a search cursor only names the partner's own rows", async () => {
  const mark = `w${newId()}`;
  const own = await setUp((n) => (n < 6 ? { title: mark } : {}));
  await setUp(() => ({ title: mark }));
  // From an empty page, the way back starts beside the row where it was requested.
  const rows = own.ids.flatMap((id) => [besideId(id, -1), id, besideId(id, 1)]);
  for (const { newer, older } of await own.pages({ text: mark })) {
    for (const cursor of [newer, older]) {
      if (!cursor) continue;
      expect(cursor).toMatch(/^(newer|older)\.\d+\.[0-9a-z]{25}$/);
      expect(rows).toContain(readListCursor(cursor)?.id);
    }
  }
});

it("a page of a creator's content is read in its order from one database index, however many the partner has", async () => {
  const partner = await makePartner();
  const { id: accountId } = await makeAccount(partner);
  const server = await superuserClient();
  try {
    // Without what belongs to a record: only the plan counts.
    await server.query("SET session_replication_role = replica");
    await server.query(
      `INSERT INTO depictions (id, content_log_id, partner_id, account_id, content_url, title, content_type, platform,
         production_date, copy_state, created_at)
       SELECT left(md5(n || $1), 25), right(md5(n || $1), 25), $1, CASE n % 10 WHEN 0 THEN $2 ELSE 'other-' || n % 200 END,
         'https://example.com/' || n, 'Title', 'image', 'Platform', now(), 'missing', now()
       FROM generate_series(1, 20000) n`,
      [partner.id, accountId],
    );
    await server.query("ANALYZE depictions");
    const query = vi.spyOn(pg.Client.prototype, "query");
    expect((await listDepictions({ partnerId: partner.id }, { accountId }, { limit: 50 })).ids).toHaveLength(50);
    const asked = query.mock.calls.map(([given]) => Object(given)).find(({ text }) => text?.includes("AS walked"));
    query.mockRestore();
    const { rows } = await pool().query<{ "QUERY PLAN": string }>(`EXPLAIN ${asked.text}`, asked.values);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("Index Scan Backward using depictions_account_id_partner_id_id_idx on depictions");
    expect(plan).not.toMatch(/Bitmap|Sort/);
  } finally {
    await server.query("DELETE FROM depictions WHERE partner_id = $1", [partner.id]);
    await server.end();
  }
});
