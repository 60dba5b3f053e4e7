import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { listContent } from "@/lib/domain/content/queries";
import { db, pool } from "@/lib/platform/db";
import { makeAccount, makePartner, portalCtx } from "@/lib/testing/factories";
import { fillWholeSearch, straightenWaiting } from "@/lib/testing/fill-whole-search";
import { asOwner } from "@/lib/testing/owner";
import { writeFoundCursor } from "./cursor";
import { type Asked, windowsStatement } from "./read-windows";
import { searchDepictions } from "./search-depictions";
import { LARGEST, windowsFrom } from "./windows";
import { narrowingOf } from "./words";

const COUNT = 6_000;
const PAGE = 150;

let partner: Awaited<ReturnType<typeof makePartner>>;
// The oldest first.
let ids: string[];

/** Every second is frequent, every 50th is not, every 2,500th is rare; the number stands in the id and in the URL. */
beforeAll(async () => {
  partner = await makePartner();
  const { id: accountId } = await makeAccount(partner, { status: "active" });
  const rows = await db.$queryRaw<{ id: string }[]>`
    INSERT INTO depictions (id, content_log_id, partner_id, account_id, external_content_id, content_url, title, content_type,
      platform, production_date, copy_state, created_at)
    SELECT lpad(n::text, 6, '0') || right(${accountId}, 19), '9' || lpad(n::text, 5, '0') || right(${accountId}, 19), ${partner.id}, ${accountId},
      'clip_' || n, 'https://site.example.com/Videos/' || n || '/seaside',
      'Evening' || CASE WHEN n % 2 = 0 THEN ' sunlight' ELSE '' END || CASE WHEN n % 50 = 0 THEN ' lakehouse' ELSE '' END
        || CASE WHEN n % 2500 = 0 THEN ' needlework' ELSE '' END || CASE WHEN n < 4500 THEN ' yesteryear' ELSE '' END,
      'image', 'Platform', timestamptz '2024-01-01' + n * interval '1 hour', 'missing', now()
    FROM generate_series(1, ${COUNT}::int) AS n RETURNING id`;
  ids = rows.map(({ id }) => id).sort();
  await straightenWaiting();
  await db.$executeRaw`INSERT INTO depictions_to_search SELECT id FROM depictions WHERE partner_id = ${partner.id} ORDER BY id`;
  await fillWholeSearch();
}, 120_000);

const matching = (test: (n: number) => boolean) => ids.filter((_, index) => test(index + 1)).reverse();
const list = (given: Record<string, string>) => listContent(portalCtx(partner, "viewer"), { limit: PAGE, ...given });

describe("a text in a log of some thousands", () => {
  it.each<[string, Record<string, string>, (n: number) => boolean]>([
    ["a frequent word", { q: "sunlight" }, (n) => n % 2 === 0],
    ["a word in between", { q: "lakehouse" }, (n) => n % 50 === 0],
    ["a rare one", { q: "needlework" }, (n) => n % 2500 === 0],
    ["a word that was frequent once", { q: "yesteryear" }, (n) => n < 4500],
    ["a part of a word", { q: "AKEHOU" }, (n) => n % 50 === 0],
    ["two words", { q: "sunlight lakehouse" }, (n) => n % 50 === 0],
    ["a word of every URL", { q: "seaside" }, () => true],
    ["two letters", { q: "ak" }, (n) => n % 50 === 0],
    ["no letters", { q: "/123/" }, (n) => n === 123],
    ["a number's beginning", { q: "123" }, (n) => String(n).startsWith("123")],
    ["a content id's beginning", { q: "clip_12" }, (n) => String(n).startsWith("12")],
    ["a content id's beginning in capitals", { q: "CLIP_12" }, () => false],
    ["a URL's beginning", { q: "https://site.example.com/Videos/59" }, (n) => String(n).startsWith("59")],
    ["a URL that is too long", { q: "https://site.example.com/Videos/59/seasides" }, () => false],
    [
      "a word and a month",
      { q: "sunlight", from: "2024-02-01", to: "2024-02-29" },
      (n) => n % 2 === 0 && n >= 744 && n < 1_440,
    ],
    ["a word and all since a day", { q: "lakehouse", from: "2024-08-01" }, (n) => n % 50 === 0 && n >= 5_112],
    ["a word that is nowhere", { q: "moonlight" }, () => false],
    ["a part that no word has", { q: "sunlightly" }, () => false],
  ])("finds every record of %s once, the newest first, to the end and back", async (_, given, test) => {
    const expected = matching(test);
    const pages: Awaited<ReturnType<typeof list>>[] = [];
    for (let cursor: string | null = ""; cursor !== null; cursor = pages.at(-1)?.older ?? null)
      pages.push(await list({ ...given, cursor }));
    const seen = pages.flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(seen).toEqual(expected);
    // None but the last is short, where nothing says that it is.
    for (const { rows, lookedThrough } of pages.slice(0, -1)) if (!lookedThrough) expect(rows).toHaveLength(PAGE);
    const back: string[] = [];
    for (let cursor = pages.at(-1)?.newer ?? null; cursor; ) {
      const page = await list({ ...given, cursor });
      back.unshift(...page.rows.map(({ id }) => id));
      cursor = page.newer;
    }
    expect([...back, ...(pages.at(-1)?.rows.map(({ id }) => id) ?? [])].slice(-expected.length)).toEqual(expected);
  });

  it("leaves few statements behind in a connection, whatever is searched", async () => {
    const kept = async () => {
      const client = await pool().connect();
      try {
        return (await client.query("SELECT name FROM pg_prepared_statements WHERE name LIKE 'windows%'")).rows.length;
      } finally {
        client.release();
      }
    };
    const before = await kept();
    for (let n = 4; n < 30; n++) {
      const words = Array.from({ length: n }, (_, at) => `word${at}`);
      await list({ q: words.join(",") });
      await list({ q: words.slice(0, 8).join(" "), from: "2024-02-01", copy: n % 2 ? "missing" : "stored" });
    }
    expect(await kept()).toBeLessThanOrEqual(before + 1);
    // All the forms that are kept otherwise: of one to three words, which lead to none to three groups of marks.
    for (const typed of [["ak"], ["ak", "la"], ["ak", "la", "su"]]) {
      for (const led of ["", "-evening", "-evening-sunlight", "-evening-sunlight-lake"]) {
        const text = typed.map((word, n) => (n === 0 ? `${word}${led}` : word)).join(" ");
        for (const partnerId of [partner.id, null]) {
          await searchDepictions({ partnerId }, { text }, { limit: 1 });
          await searchDepictions({ partnerId }, { text }, { limit: 1, cursor: writeFoundCursor("newer", 1) });
        }
      }
    }
    expect(await kept()).toBeGreaterThan(12);
    expect(await kept()).toBeLessThanOrEqual(24);
  });

  it("begins anew with less when the database is slow for a moment, and says so when it stays slow", async () => {
    const client = await pool().connect();
    try {
      for (const heldMs of [2_500, 6_000]) {
        await client.query("BEGIN; LOCK TABLE depiction_search IN ACCESS EXCLUSIVE MODE");
        const found = list({ q: "needlework" });
        const outcome = found.then(({ rows }) => rows.map(({ id }) => id)).catch((error: unknown) => error);
        const released = wait(heldMs).then(() => client.query("ROLLBACK"));
        if (heldMs === 2_500) expect(await outcome).toEqual(matching((n) => n % 2_500 === 0));
        else expect(await outcome).toMatchObject({ status: 503 });
        await released;
      }
    } finally {
      client.release();
    }
  });

  it("fills the first page of what begins a thousand content ids", async () => {
    const page = await list({ q: "clip_1" });
    expect([page.rows.length, page.lookedThrough]).toEqual([PAGE, null]);
  });

  it("reads the index of marks and no table from end to end", async () => {
    const client = await pool().connect();
    try {
      await asOwner("ANALYZE depiction_search, depictions, search_vocabulary");
      await client.query("BEGIN; SET LOCAL enable_seqscan = off");
      for (const text of ["sunlight", "needlework", "ak", "https://site.example.com/Videos/59", "clip_12"]) {
        for (const partnerId of [partner.id, null]) {
          const { groups } = await narrowingOf(client, text, partnerId);
          const asked: Asked = { scope: { partnerId }, wanted: { text }, groups, down: true };
          const windows = windowsFrom(COUNT, { down: true, top: COUNT, largest: LARGEST, within: null, grow: null });
          const { sql, values } = windowsStatement(asked, { at: COUNT, windows, limit: 51, enough: 102 });
          const plan = (await client.query<{ "QUERY PLAN": string }>(`EXPLAIN ${sql}`, values)).rows
            .map((row) => row["QUERY PLAN"])
            .join("\n");
          expect(plan).toContain("Bitmap Index Scan on depiction_search_marks");
          expect(plan).not.toContain("Seq Scan");
        }
      }
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  });
});
