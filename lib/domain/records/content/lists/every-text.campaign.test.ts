import { beforeAll, expect, it } from "vitest";
import { db, pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makePartner, makeUser } from "@/lib/testing/factories";
import { randomNumbers } from "@/lib/testing/random";
import { fillWholeSearch } from "@/lib/testing/run-jobs";
import { asOwner } from "@/lib/testing/sql";
import { listDepictions } from "./list-depictions";
import type { DepictionPage } from "./page";

const COUNT = 3_000;
const PAGE = 40;

const random = randomNumbers();
const upTo = (most: number) => Math.floor(random() * most);

// A word unique to this file, so that the custodian sees only its records.
const own = `q${newId()}`;
const WORDS = "sun sunday moon moonlit Été x100 100x beach beachball ball 2beaches moon24ball".split(" ");
/** Earlier words occur more often, and each most often in one part of the list. */
const anyWord = (n: number) =>
  (random() < 0.3 ? WORDS[Math.floor((n * WORDS.length) / COUNT)] : WORDS[Math.floor(WORDS.length ** random()) - 1]) ??
  "";

type Made = {
  id: string;
  title: string;
  url: string;
  ext: string;
  day: number;
  account: number;
  removed: boolean;
  erased: boolean;
};
const made: Made[] = [];
const partners: string[] = [];
const accounts: string[] = [];
const dateOf = (day: number) => new Date(Date.UTC(2023, 0, 1) + day * DAY_MS);

beforeAll(async () => {
  for (let n = 0; n < 2; n++) {
    const partner = await makePartner();
    partners.push(partner.id);
    accounts.push((await makeAccount(partner, { status: "active" })).id);
  }
  for (let n = 0; n < COUNT; n++) {
    made.push({
      id: `${String(n).padStart(6, "0")}${own.slice(-19)}`,
      title: `${Array.from({ length: 1 + upTo(4) }, () => anyWord(n)).join(" ")} ${own}`,
      url: `https://site.example.com/${anyWord(n)}/${n}`,
      ext: `clip-${n}`,
      day: random() < 0.5 ? Math.floor(n / 10) : upTo(300),
      erased: random() < 0.1,
      removed: random() < 0.1,
      account: random() < 0.8 ? 0 : 1,
    });
  }
  await db.$executeRaw`
    INSERT INTO depictions (id, content_log_id, partner_id, account_id, external_content_id, content_url, title, content_type,
      platform, production_date, copy_state, created_at, removed_at, removed_by_kind, removal_reason)
    SELECT id, reverse(id), (${partners}::text[])[account + 1], (${accounts}::text[])[account + 1], ext, url, title, 'image',
      'Platform', timestamptz '2023-01-01' + day * interval '1 day', 'missing', now(), CASE WHEN removed THEN now() END,
      CASE WHEN removed THEN 'partner_key' END, CASE WHEN removed THEN 'Sold' END
    FROM json_to_recordset(${JSON.stringify(made)}::json)
      AS r(id text, title text, url text, ext text, day int, account int, removed boolean, erased boolean) WHERE NOT erased`;
  const { id: userId } = await makeUser();
  await db.$executeRaw`
    INSERT INTO index_entries (depiction_id, user_id, partner_id, production_date, last_changed_at, title, content_url, external_content_id)
    SELECT id, ${userId}, ${partners[0]}, timestamptz '2023-01-01' + day * interval '1 day', now(), title, url, ext
    FROM json_to_recordset(${JSON.stringify(made)}::json)
      AS r(id text, title text, url text, ext text, day int, erased boolean) WHERE erased`;
  await db.$executeRaw`INSERT INTO search_queue SELECT 'depiction', unnest(${made.map(({ id }) => id)}::text[])`;
  await fillWholeSearch();
});

type Question = { text: string; from?: Date; to?: Date; accountId?: string; removed?: "yes" | "no" };

function ask(partner: number): Question {
  const words = Array.from({ length: 1 + upTo(2) }, () => {
    const word = anyWord(upTo(COUNT));
    const kind = random();
    return kind < 0.4 ? word : kind < 0.6 ? folded(word) : kind < 0.8 ? word.slice(0, 3) : word.slice(1);
  });
  const text =
    [() => words.join(" "), () => `clip-${upTo(300)}`, () => words[0] ?? "", () => `${upTo(99)}`][upTo(4)]?.() ?? "";
  const from = upTo(300);
  return {
    text: `${text} ${own.slice(0, -upTo(3) || undefined)}`,
    ...(random() < 0.5 && { from: dateOf(from), to: dateOf(from + upTo(60)) }),
    ...(partner < 2 && random() < 0.2 && { accountId: accounts[partner] ?? "" }),
    ...(partner < 2 && random() < 0.3 && { removed: random() < 0.5 ? ("yes" as const) : ("no" as const) }),
  };
}

const folded = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** The matches among all records. The third reader is a custodian, who also finds erased ones. */
function naive({ text, from, to, removed }: Question, partner: number): string[] {
  const words = folded(text).split(" ");
  const found = made.filter(
    (one) =>
      (partner === 2 || (one.account === partner && !one.erased)) &&
      words.every((word) => [one.title, one.url.slice(8), one.ext].some((said) => folded(said).includes(word))) &&
      (!from || (dateOf(one.day) >= from && to && dateOf(one.day) < to)) &&
      (!removed || one.removed === (removed === "yes")),
  );
  return found.sort((a, b) => (from && b.day - a.day) || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
}

/** The pages of a list to its end, and back from there. */
async function pagesOf(
  read: (cursor?: string) => Promise<DepictionPage>,
): Promise<{ pages: DepictionPage[]; back: string[] }> {
  const pages = [await read()];
  for (let last = pages[0]; last?.older; last = pages.at(-1)) pages.push(await read(last.older));
  const back = [...(pages.at(-1)?.ids ?? [])];
  for (let cursor = pages.at(-1)?.newer ?? null; cursor; ) {
    const page = await read(cursor);
    back.unshift(...page.ids);
    cursor = page.newer;
  }
  return { pages, back };
}

it.each([
  ["reading the newest", undefined],
  ["the newest, then the index", { newest: 50, hits: COUNT, further: 500 }],
  ["the newest, the index where it has few, and further rows", { newest: 50, hits: 100, further: 200 }],
])(
  "finds the same as reading every record, in the same order, forward and back: %s",
  async (_, bounds) => {
    let found = 0;
    for (let n = 0; n < 30; n++) {
      const partner = upTo(3);
      const question = ask(partner);
      const scope = { partnerId: partners[partner] ?? null };
      const { pages, back } = await pagesOf((cursor) =>
        listDepictions(scope, question, { limit: PAGE, cursor, bounds }),
      );
      const listed = pages.flatMap(({ ids }) => ids);
      const expected = naive(question, partner);
      expect(listed, JSON.stringify({ partner, ...question })).toEqual(expected);
      expect(back, JSON.stringify({ partner, ...question })).toEqual(expected);
      // Only the last page is short, unless a page says how far it was read.
      for (const { ids, lookedThrough } of pages.slice(0, -1)) if (!lookedThrough) expect(ids).toHaveLength(PAGE);
      found += listed.length;
    }
    expect(found).toBeGreaterThan(1_000);
  },
  120_000,
);

it("has an index that PostgreSQL uses for every word of a text", async () => {
  await asOwner("VACUUM (ANALYZE) search_records");
  const client = await pool().connect();
  try {
    await client.query("BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off");
    for (const own of [`AND partner_id = '${partners[1]}'`, ""]) {
      const { rows } = await client.query<{ "QUERY PLAN": string }>(
        `EXPLAIN SELECT id FROM search_records WHERE kind = 'depiction' ${own}
           AND text LIKE search_pattern('Moonlit') AND text LIKE search_pattern('2beach')`,
      );
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).toContain("Bitmap Index Scan on search_records_text");
      expect(plan).toMatch(/Index Cond: .*'%moonlit%'.*'%2beach%'/);
    }
  } finally {
    await client.query("ROLLBACK").finally(() => client.release());
  }
});
