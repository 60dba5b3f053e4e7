import { beforeAll, expect, it, vi } from "vitest";
import { listContent } from "@/lib/domain/content/queries";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makePartner, makeUser, portalCtx } from "@/lib/testing/factories";
import { fillWholeSearch, straightenWaiting } from "@/lib/testing/fill-whole-search";
import { asOwner } from "@/lib/testing/owner";
import { folded } from "./marks";
import { searchDepictions } from "./search-depictions";

const COUNT = 3_000;
const PAGE = 40;

/** Numbers from 0 to below 1, the same ones in each run. */
let state = 20_261_122;
const random = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  return (state >>> 0) / 4_294_967_296;
};
const upTo = (most: number) => Math.floor(random() * most);

// One word for this file, so that the custodian sees none but its own records.
const own = `q${newId()}`;
const WORDS = "sun sunday moon moonlit Été x100 100x beach beachball ball 2beaches moon24ball".split(" ");
/** The first ones more often, and each most often in one part of the list. */
const anyWord = (n: number) =>
  (random() < 0.3 ? WORDS[Math.floor((n * WORDS.length) / COUNT)] : WORDS[Math.floor(WORDS.length ** random()) - 1]) ??
  "";

type Made = { id: string; title: string; url: string; ext: string; day: number; account: number; erased: boolean };
const made: Made[] = [];
const partners: Awaited<ReturnType<typeof makePartner>>[] = [];
const accounts: string[] = [];
const DAY_0 = Date.UTC(2023, 0, 1);
const date = (day: number) => new Date(DAY_0 + day * DAY_MS).toISOString().slice(0, 10);

beforeAll(async () => {
  for (let n = 0; n < 2; n++) {
    const partner = await makePartner();
    partners.push(partner);
    accounts.push((await makeAccount(partner, { status: "active" })).id);
  }
  for (let n = 0; n < COUNT; n++) {
    const words = Array.from({ length: 1 + upTo(4) }, () => anyWord(n));
    made.push({
      id: `${String(n).padStart(6, "0")}${own.slice(-19)}`,
      title: `${words.join(" ")} ${own}`,
      url: `https://site.example.com/${anyWord(n)}/${n}`,
      ext: `clip-${n}`,
      day: random() < 0.5 ? Math.floor(n / 10) : upTo(300),
      erased: random() < 0.1,
      account: random() < 0.8 ? 0 : 1,
    });
  }
  await db.$executeRaw`
    INSERT INTO depictions (id, content_log_id, partner_id, account_id, external_content_id, content_url, title, content_type,
      platform, production_date, copy_state, created_at)
    SELECT id, reverse(id), CASE account WHEN 0 THEN ${partners[0]?.id} ELSE ${partners[1]?.id} END,
      CASE account WHEN 0 THEN ${accounts[0]} ELSE ${accounts[1]} END, ext, url, title, 'image', 'Platform',
      timestamptz '2023-01-01' + day * interval '1 day' + interval '7 hours', 'missing', now()
    FROM json_to_recordset(${JSON.stringify(made)}::json)
      AS r(id text, title text, url text, ext text, day int, account int, erased boolean) WHERE NOT erased`;
  const { id: userId } = await makeUser();
  await db.$executeRaw`
    INSERT INTO index_entries (depiction_id, user_id, partner_id, production_date, last_changed_at, title, content_url, external_content_id)
    SELECT id, ${userId}, ${partners[0]?.id}, timestamptz '2023-01-01' + day * interval '1 day' + interval '7 hours', now(), title, url, ext
    FROM json_to_recordset(${JSON.stringify(made)}::json)
      AS r(id text, title text, url text, ext text, day int, erased boolean) WHERE erased`;
  // Much lies between the two halves, as in a long list: what is rare in the newer one is looked for in all the rest at once.
  for (const half of [made.slice(0, COUNT / 2), made.slice(COUNT / 2)]) {
    await straightenWaiting();
    await asOwner("SELECT setval('depiction_search_place', nextval('depiction_search_place') + 100000)");
    await db.$executeRaw`
      INSERT INTO depictions_to_search SELECT id FROM json_to_recordset(${JSON.stringify(half)}::json) AS r(id text) ORDER BY id`;
    await fillWholeSearch();
  }
}, 120_000);

type Question = { q: string; from?: string; to?: string };

function ask(): Question {
  const words = Array.from({ length: 1 + upTo(2) }, () => {
    const word = anyWord(upTo(COUNT));
    const kind = random();
    return kind < 0.4 ? word : kind < 0.6 ? folded(word) : kind < 0.8 ? word.slice(0, 3) : word.slice(1);
  });
  const q = [() => words.join(" "), () => `clip-${upTo(300)}`, () => words[0] ?? ""][upTo(3)]?.() ?? "";
  if (random() < 0.5) return { q };
  const from = upTo(300);
  return { q, from: date(from), to: date(from + upTo(60)) };
}

/** What is found when every record is looked at, the newest first. */
function naive({ q, from, to }: Question, among: (one: Made) => boolean): string[] {
  const words = folded(q).split(" ");
  // What has a digit begins where a word does.
  const has = (text: string, word: string) =>
    /^\p{L}*\p{N}/u.test(word)
      ? new RegExp(`(?<![\\p{L}\\p{N}])${word}`, "iu").test(folded(text))
      : folded(text).includes(word);
  return made
    .filter(
      (one) =>
        among(one) &&
        (one.ext.startsWith(q) ||
          words.every((word) => has(one.title, word)) ||
          (words.length === 1 && has(one.url, folded(q)))),
    )
    .filter(({ day }) => (!from || date(day) >= from) && (!to || date(day) <= to))
    .map(({ id }) => id)
    .reverse();
}

async function all(page: (cursor: string | undefined) => Promise<{ ids: string[]; older: string | null }>) {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { ids: some, older } = await page(cursor);
    ids.push(...some);
    if (older === null) return ids;
    cursor = older;
  }
}

it("finds exactly what looking at every record finds, in the same order, for a partner and for the custodian", async () => {
  let found = 0;
  for (let n = 0; n < 60; n++) {
    const which = upTo(3);
    // The third one is the custodian, who finds erased ones too.
    const partner = partners[which];
    const asked = ask();
    const question = partner ? asked : { ...asked, q: `${asked.q} ${own}` };
    const listed = await all(async (cursor) => {
      if (!partner) return ofEverybody(question, cursor);
      const { rows, older } = await listContent(portalCtx(partner, "viewer"), { ...question, limit: PAGE, cursor });
      return { ids: rows.map(({ id }) => id), older };
    });
    const isMeant = ({ account, erased }: Made) => !partner || (account === which && !erased);
    expect(listed, JSON.stringify(question)).toEqual(naive(question, isMeant));
    found += listed.length;
  }
  expect(found).toBeGreaterThan(1_000);
}, 120_000);

it("tells how far it has looked when its time ends, and goes on from there past no record", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 1_000));
  let short = 0;
  for (const q of ["moonlit", "beachball", "clip-2"]) {
    const listed = await all(async (cursor) => {
      const page = await ofEverybody({ q: `${q} ${own}` }, cursor);
      if (page.lookedThrough) short++;
      return page;
    });
    expect(listed).toEqual(naive({ q: `${q} ${own}` }, () => true));
  }
  expect(short).toBeGreaterThan(0);
  vi.restoreAllMocks();
}, 60_000);

async function ofEverybody({ q, from, to }: Question, cursor: string | undefined) {
  const end = to && new Date(new Date(to).getTime() + DAY_MS);
  const wanted = { text: q, from: from ? new Date(from) : undefined, to: end || undefined };
  return searchDepictions({ partnerId: null }, wanted, { limit: PAGE, cursor });
}
