import type { Client } from "pg";
import { IndexFilters, searchIndex } from "@/lib/domain/records/content/cross-reference/search-index";
import { contentList } from "@/lib/domain/records/content/lists/list-content";
import { DAY_MS } from "@/lib/platform/duration";
import { firstIdAt } from "@/lib/platform/ids";
import { ctxFor, staffCtx } from "@/lib/testing/factories";
import { note, step } from "@/scripts/progress.mjs";
import { EACH_MOMENT, idAt, idOf, MOMENTS, makePartners, moments, unguarded, warm, withoutIndexes } from "./database";
import { type Bench, inTurns, type Row, share, timed, verdict } from "./measure";

/** Depictions per creator, on average. */
const EACH = 200;
const PARTNERS = 40;
/** Words of titles, with frequencies by Zipf's law. */
const WORDS = 200_000;
const FILLED = ["depictions", "index_entries", "search_records"];
const CUSTODIAN = "custodian".padStart(25, "0");

/**
 * Measures the searches of the portal and of custodians on a log of many depictions, against the same page without a search. A
 * custodian's search includes writing the view to the ledger.
 */
export async function benchSearch({ client, short, records }: Bench): Promise<Row[]> {
  const [rounds, times] = short ? [1, 3] : [10, 20];
  const { rows } = await client.query("SELECT FROM search_records LIMIT 1");
  if (rows.length === 0) await step(`Making ${records.toLocaleString("en")} depictions`, () => fill(client, records));
  await warm(client, [...FILLED, "solo_accounts", "users", "identities", "person_aliases", "partners"]);
  const took = await inTurns(
    rounds,
    Object.fromEntries(
      Object.entries(KINDS).map(([kind, ask]) => [
        kind,
        async () => {
          const ms: number[] = [];
          for (let n = 0; n < times; n++) ms.push(await timed(() => ask(records)));
          return ms;
        },
      ]),
    ),
  );
  const p = (kind: string, part: number) => share((took[kind] ?? []).flat(), part);
  return Object.keys(KINDS).map((kind) => {
    const page = kind.startsWith("custodian") ? "custodian: the page without a text" : "the page without a text";
    const ratio = p(kind, 0.99) / p(page, 0.99);
    note(`${kind}: p50 ${p(kind, 0.5).toFixed(1)} ms`);
    const goal = kind === page ? "" : verdict(ratio, { atMost: 50 });
    return [`${kind}, p99 ms`, p(kind, 0.99).toFixed(1), p(page, 0.99).toFixed(1), ratio.toFixed(1), goal];
  });
}

const { random } = Math;
const partnerOf = (n: number) => `p${String(n).padStart(24, "0")}`;

const portal = async (
  given: Record<string, string>,
  { partner = 1, cursor }: { partner?: number; cursor?: string } = {},
) => {
  const ctx = ctxFor({ kind: "portal_user", partnerId: partnerOf(partner), userId: "bench", role: "viewer" });
  return (await contentList.read(ctx, { ...contentList.Filters.parse(given), cursor })).rows.length;
};
const custodian = (given: Record<string, string>) =>
  searchIndex(staffCtx({ id: CUSTODIAN }), IndexFilters.parse(given)).then(({ records }) => records.length);

/** A word with a rank in this range, log-uniform. */
const word = (from: number, to: number) => wordAt(Math.floor(from * (to / from) ** random()));
const common = () => word(1, 30);
const between = () => word(300, 10_000);
const rare = () => word(100_000, WORDS);
const day = () => new Date(Date.now() - Math.floor(5 * 365 * random()) * DAY_MS);
const daysFrom = (at: Date, days: number) => {
  const date = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { from: date(at.getTime()), to: date(at.getTime() + days * DAY_MS) };
};
const farBack = () => ({ cursor: `older.0.${firstIdAt(day())}` });
const post = (depictions: number) => `post-${Math.floor(random() * depictions)}`;

/** One search with random parts, on a log with that many depictions. */
const KINDS: Readonly<Record<string, (depictions: number) => Promise<number>>> = {
  "the page without a text": () => portal({}),
  "the same far back": () => portal({}, farBack()),
  "three days of production": () => portal(daysFrom(day(), 2)),
  "copies that wait": () => portal({ copy: "pending" }),
  "a frequent word": () => portal({ q: common() }),
  "a frequent word, a page far back": () => portal({ q: common() }, farBack()),
  "a word in 1 of 100 to 500 records": () => portal({ q: word(60, 300) }),
  "a word neither frequent nor rare": () => portal({ q: between() }),
  "a rare word": () => portal({ q: rare() }),
  "a frequent word and a rare one": () => portal({ q: `${common()} ${rare()}` }),
  "two frequent words": () => portal({ q: `${common()} ${common()}` }),
  "two words between": () => portal({ q: `${between()} ${between()}` }),
  "a part of a word": () => portal({ q: between().slice(1) }),
  "two letters": () => portal({ q: between().slice(1, 3) }),
  "a word in what is not removed": () => portal({ q: between(), removed: "no" }),
  "a frequent word, days of a month": () => portal({ q: common(), ...daysFrom(day(), 10) }),
  "a content id": (depictions) => portal({ q: post(depictions) }),
  "the beginning of a content id": (depictions) => portal({ q: post(depictions).slice(0, 8) }),
  "the beginning of a URL": () => portal({ q: `https://www.site1.example.com/videos/${common()}` }),
  "a whole URL's end": (depictions) => portal({ q: post(depictions).replace("post-", "/") }),
  "a small partner's frequent word": () => portal({ q: common() }, { partner: 19 }),
  "a small partner's word between": () => portal({ q: between() }, { partner: 19 }),
  "custodian: the page without a text": () => custodian({}),
  "custodian: a frequent word": () => custodian({ q: common() }),
  "custodian: a word in 1 of 100 to 500 records": () => custodian({ q: word(60, 300) }),
  "custodian: a word between": () => custodian({ q: between() }),
  "custodian: a rare word": () => custodian({ q: rare() }),
  "custodian: a content id": (depictions) => custodian({ q: post(depictions) }),
  "custodian: days of production": () => custodian(daysFrom(day(), 2)),
  "custodian: a performer's name": (depictions) =>
    custodian({ name: wordAt(Math.floor((random() * depictions) / EACH)) }),
};

const SYLLABLES =
  "ba be bi bo bu ca ce ci co cu da de di do du fa fe fi fo fu ga ge gi go gu la le li lo lu ma me mi mo mu na ne ni no";

/** The word of a rank: three or four syllables and an ending. `WORD` is the same in SQL. */
export function wordAt(rank: number): string {
  const scattered = (rank * 7919) % 59_319;
  const parts = [scattered, Math.floor(scattered / 39), Math.floor(scattered / 39 ** 2)];
  if (rank >= 59_319) parts.push(Math.floor(rank / 59_319));
  return parts.map((part) => SYLLABLES.split(" ")[part % 39]).join("") + "rstnlmkd"[rank % 8];
}
const syllable = (number: string) => `substr('${SYLLABLES}', 1 + 3 * (${number} % 39), 2)`;
const SCATTERED = "(rank::bigint * 7919 % 59319)::int";
/** The same word in SQL, as a function of this session. */
export const WORD = `CREATE FUNCTION pg_temp.word(rank int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT ${syllable(SCATTERED)} || ${syllable(`(${SCATTERED} / 39)`)} || ${syllable(`(${SCATTERED} / 1521)`)}
    || CASE WHEN rank >= 59319 THEN ${syllable("(rank / 59319)")} ELSE '' END || substr('rstnlmkd', 1 + rank % 8, 1) $$`;
export const ANY_WORD = `pg_temp.word(floor(${WORDS} ^ random())::int - 1)`;

/** Makes the depictions of six years, most of the first partner. */
async function fill(client: Client, depictions: number): Promise<void> {
  const creators = depictions / EACH;
  await client.query(`SET maintenance_work_mem = '1GB'; ${WORD}`);
  await unguarded(client, async () => {
    await client.query(`TRUNCATE partners, users, ${FILLED.join()} CASCADE`);
    const rebuild = await withoutIndexes(client, FILLED);
    await makePartners(client, PARTNERS);
    const series = `generate_series(0, ${creators - 1}) n`;
    await client.query(`
      INSERT INTO users (id, email, staff_role) VALUES ('${CUSTODIAN}', 'custodian@example.com', 'custodian');
      INSERT INTO users (id, email) SELECT ${idOf("u", "n")}, 'creator' || n || '@example.com' FROM ${series};
      INSERT INTO person_aliases (id, user_id, name)
      SELECT ${idOf("n", "n")}, ${idOf("u", "n")}, pg_temp.word(n) || ' ' || pg_temp.word(n * 31 % ${WORDS}) FROM ${series};
      INSERT INTO solo_accounts (id, partner_id, external_user_id, email, callback_url, funded_by, user_id, status, verified_at)
      SELECT ${idOf("a", "n")}, ${idOf("p", `CASE WHEN n % 10 < 6 THEN 1 WHEN n % 10 < 8 THEN 2 ELSE n % ${PARTNERS} END`)}, n,
        'creator' || n || '@example.com', 'https://platform.example.com/callback', 'platform', ${idOf("u", "n")}, 'active', now()
      FROM ${series}`);
    await client.query(
      `INSERT INTO depictions (id, content_log_id, partner_id, account_id, external_content_id, content_url, title, content_type,
         platform, production_date, copy_state, copy_mime_type, copy_bytes, created_at)
       SELECT ${idAt("n")}, ${idAt("n", "log")}, a.partner_id, a.id, 'post-' || n,
         'https://www.site' || ltrim(substr(a.partner_id, 2), '0') || '.example.com/'
           || (ARRAY['videos', 'posts', 'albums', 'stories'])[1 + n % 4] || '/' || ${ANY_WORD} || '-' || ${ANY_WORD} || '/' || n,
         ${Array.from({ length: 4 }, () => ANY_WORD).join(" || ' ' || ")}
           || ${Array.from({ length: 3 }, () => `CASE WHEN random() < 0.5 THEN ' ' || ${ANY_WORD} ELSE '' END`).join(" || ")}
           || CASE WHEN random() < 0.2 THEN ' part ' || (1 + floor(12 * random()))::int ELSE '' END,
         'video', 'Platform', at - floor(30 * random()) * interval '1 day',
         CASE WHEN n % 50 = 0 THEN 'pending' ELSE 'missing' END::compliance_copy_state, CASE WHEN n % 50 = 0 THEN 'image/jpeg' END,
         CASE WHEN n % 50 = 0 THEN 48213 END, at
       FROM ${MOMENTS}, ${EACH_MOMENT}, LATERAL (SELECT ${idOf("a", `floor(random() * ${creators})::int + 0 * n`)} AS id) any_one
         JOIN solo_accounts a USING (id)`,
      moments(depictions, 6 * 365),
    );
    await client.query(`
      INSERT INTO search_records (kind, id, partner_id, production_date, erased, text, external_id, url_hash)
      SELECT 'depiction', id, partner_id, production_date, false,
        concat_ws(E'\\n', title, substr(content_url, 9), external_content_id), external_content_id, match_url_hash(content_url)
      FROM depictions;
      INSERT INTO index_entries (depiction_id, user_id, partner_id, production_date, last_changed_at)
      SELECT d.id, a.user_id, d.partner_id, d.production_date, d.created_at FROM depictions d JOIN solo_accounts a ON a.id = d.account_id`);
    await rebuild();
  });
  await client.query("VACUUM ANALYZE");
}
