import { beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { eraseExpiredTask } from "@/lib/domain/content/erase-expired";
import { db, pool } from "@/lib/platform/db";
import { besideId } from "@/lib/platform/ids";
import { makeAccount, makeDepiction, makePartner, makeUser } from "@/lib/testing/factories";
import { ownerClient } from "@/lib/testing/owner";
import { firstRun } from "@/lib/testing/run-jobs";
import { thereAndBack } from "@/lib/testing/there-and-back";
import { writeListCursor } from "./cursor";
import { searchDepictions } from "./search-depictions";
import type { Scope, Wanted } from "./terms";

const everybody = { partnerId: null };
// Long before what others make.
const day = (n: number) => new Date(Date.UTC(1912, 4, n));
/** Days of production, in the order in which they are logged. */
const DAYS = [5, 2, 7, 2, 1, 6, 3, 3, 4, 8, 5];
const HELD = [1, 6, 7, 10];

type Made = { id: string; at: number; erased: boolean };
let newestFirst: Made[];
let own: { partnerId: string };

/** Some are kept by legal holds, the others are gone; two appear in each. */
beforeAll(async () => {
  const partner = await makePartner();
  const [person, other] = [await makeUser(), await makeUser()];
  const { id: accountId } = await makeAccount(partner, { status: "active", userId: person.id, email: person.email });
  newestFirst = [];
  for (const [n, at] of DAYS.entries()) {
    const { id } = await makeDepiction(partner, { accountId, productionDate: day(at), legalHold: HELD.includes(n) });
    const entry = await db.indexEntry.findFirstOrThrow({ where: { depictionId: id } });
    await db.indexEntry.create({ data: { ...entry, userId: other.id } });
    newestFirst.unshift({ id, at, erased: !HELD.includes(n) });
  }
  await eraseExpiredTask.run({}, firstRun);
  expect(await db.depiction.count({ where: { partnerId: partner.id } })).toBe(HELD.length);
  // An entry that carries a title for another reason makes no second row of what is there.
  await db.indexEntry.updateMany({ where: { depictionId: newestFirst[4]?.id ?? "" }, data: { title: "Title" } });
  own = { partnerId: partner.id };
});

const idsOf = (some: readonly Made[]) => some.map(({ id }) => id);
const notErased = (some: readonly Made[]) => some.filter(({ erased }) => !erased);

/** What of ours a list shows, read from the newest one on, there and back. */
async function seen(scope: Scope, wanted: Wanted, limit: number): Promise<string[]> {
  const ours = idsOf(newestFirst);
  const [newest = "", oldest = ""] = [ours[0], ours.at(-1)];
  const top = writeListCursor("older", { id: besideId(newest, 1), productionDate: day(9) });
  const pages = await thereAndBack(async (cursor = top) => {
    const { ids, newer, older } = await searchDepictions(scope, wanted, { cursor, limit });
    return {
      ids: ids.filter((id) => ours.includes(id)),
      newer: ids.some((id) => id > newest) ? null : newer,
      older: ids.some((id) => id < oldest) ? null : older,
    };
  });
  return pages.flatMap(({ ids }) => ids);
}

it.each([1, 2, 3, 4])(
  "what is erased stands in everybody's lists between the others, once whoever appears, and in no partner's, on pages of %i",
  async (limit) => {
    const range = { from: day(2), to: day(8) };
    const byDay = newestFirst.filter(({ at }) => at > 1 && at < 8).sort((a, b) => b.at - a.at);
    expect(await seen(everybody, {}, limit)).toEqual(idsOf(newestFirst));
    expect(await seen(everybody, range, limit)).toEqual(idsOf(byDay));
    expect(await seen(own, {}, limit)).toEqual(idsOf(notErased(newestFirst)));
    expect(await seen(own, range, limit)).toEqual(idsOf(notErased(byDay)));
    // What no entry says of the erased.
    expect(await seen(everybody, { removed: "no" }, limit)).toEqual(idsOf(notErased(newestFirst)));
  },
);

it("what is erased is read from its own index in its order, no further than a page", async () => {
  const asked = vi.spyOn(pool(), "query");
  const cursor = writeListCursor("older", {
    id: `1${"0".repeat(24)}`,
    productionDate: new Date("2026-01-01T02:00:00Z"),
  });
  for (const wanted of [{}, { from: day(1) }, { to: new Date("2027-01-01") }])
    for (const from of [undefined, cursor]) await searchDepictions(everybody, wanted, { limit: 25, cursor: from });
  const statements = z.array(z.tuple([z.string(), z.array(z.unknown())])).parse(asked.mock.calls);
  asked.mockRestore();
  expect(statements).toHaveLength(6);
  const [{ accountId }, { id: userId }] = [await db.depiction.findFirstOrThrow({ where: own }), await makeUser()];
  const client = await ownerClient();
  try {
    await client.query("BEGIN");
    await client.query(
      `INSERT INTO depictions (id, content_log_id, partner_id, account_id, content_url, title, content_type, platform,
         production_date, copy_state, created_at)
       SELECT lpad(n::text, 25, '0'), 'z' || lpad(n::text, 24, '0'), $1, $2, 'https://site.example.com/' || n, 'Title', 'image',
         'Platform', timestamptz '2026-01-01' + n * interval '1 second', 'missing', now() FROM generate_series(1, 5000) AS n`,
      [own.partnerId, accountId],
    );
    await client.query(
      `INSERT INTO index_entries (depiction_id, user_id, partner_id, production_date, last_changed_at, title, content_url)
       SELECT lpad(n::text, 25, '0'), $1, $2, timestamptz '2026-01-01' + n * interval '1 second', now(),
         CASE WHEN n > 5000 THEN 'Title' END, CASE WHEN n > 5000 THEN 'https://site.example.com/' || n END
       FROM generate_series(1, 10000) AS n`,
      [userId, own.partnerId],
    );
    await client.query("ANALYZE depictions, index_entries");
    for (const [n, [text, values]] of statements.entries()) {
      const { rows: lines } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN ANALYZE ${text}`, values);
      const plan = lines.map((line) => line["QUERY PLAN"]).join("\n");
      expect(plan).toContain(`using index_entries_erased${n < 2 ? " " : "_production "}`);
      expect(plan).not.toMatch(/Seq Scan|-> +(Incremental )?Sort/);
      // Two appear in some: no step comes upon more than a page, the row after it, and as many again.
      const rows = [...plan.matchAll(/rows=(\d+)(?:\.\d+)? loops/g)].map(([, count]) => Number(count));
      expect(rows.length).toBeGreaterThan(5);
      expect(Math.max(...rows)).toBeLessThanOrEqual(52);
    }
  } finally {
    await client.query("ROLLBACK; ANALYZE depictions, index_entries");
    await client.end();
  }
});
