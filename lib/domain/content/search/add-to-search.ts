import type { Tx } from "@/lib/platform/db";
import { marksOf, type Searchable, type SearchText } from "./marks";
import { doubtWords, entriesOf, holdWords, whoseOfEntries, wordsOfEntries } from "./vocabulary";
import { dayOf, partOf } from "./windows";

/** What a record says could not be made into marks. */
export class Unmarkable extends Error {}

type Row = Omit<Searchable, "place"> & { id: string; place: bigint };

/**
 * Puts depictions into the search, erased ones too as long as the index of who appears has an entry of them; those that are
 * there already stay as they are. Throws `Unmarkable`.
 */
export async function addToSearch(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await holdWords(tx);
  await holdErasable(tx, ids);
  const rows = await tx.$queryRaw<Row[]>`
    SELECT r.*, nextval('depiction_search_place') AS place FROM (
      SELECT id, partner_id AS "partnerId", account_id AS "accountId", production_date AS "productionDate", title,
        content_url AS "contentUrl", external_content_id AS "externalContentId"
      FROM depictions WHERE id = ANY (${ids})
      UNION SELECT depiction_id, partner_id, NULL, production_date, title, content_url, external_content_id FROM index_entries i
      WHERE depiction_id = ANY (${ids}) AND title IS NOT NULL AND NOT EXISTS (SELECT FROM depictions WHERE id = i.depiction_id)
      ORDER BY id) AS r`;
  const { marked, words } = madeOf(rows);
  const whose = rows.map(({ partnerId }) => partnerId);
  const parts = rows.map(({ place }) => partOf(Number(place)));
  const days = rows.map(({ productionDate }) => dayOf(productionDate));
  // In one order, as the rows are, so that two that do the same wait for each other and do not block each other.
  await tx.$executeRaw`
    INSERT INTO search_vocabulary (whose, word)
    SELECT DISTINCT whose, word FROM unnest(${whoseOfEntries(words)}::text[], ${wordsOfEntries(words)}::text[]) AS e(whose, word)
    ORDER BY whose, word ON CONFLICT DO NOTHING`;
  await tx.$executeRaw`
    INSERT INTO search_day_parts (whose, part, day)
    SELECT DISTINCT unnest(ARRAY['', d.whose]) AS whose, part, day
    FROM unnest(${whose}::text[], ${parts}::int[], ${days}::int[]) AS d(whose, part, day)
    ORDER BY whose, part, day ON CONFLICT DO NOTHING`;
  await tx.$executeRaw`
    INSERT INTO depiction_search (depiction_id, place, marks)
    SELECT id, place, marks FROM json_to_recordset(${JSON.stringify(marked)}::json) AS r(id text, place bigint, marks int[])
    ORDER BY place ON CONFLICT DO NOTHING`;
}

/**
 * Whoever erases one of these, or what the index says of it, waits until the transaction ends, and then finds it in the search to
 * take it out again. Those that must be kept for a year yet nobody erases meanwhile.
 */
async function holdErasable(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.$queryRaw`
    SELECT FROM depictions WHERE id = ANY (${ids}) AND production_date < now() - interval '6 years'
    ORDER BY id FOR KEY SHARE`;
  await tx.$queryRaw`
    SELECT FROM index_entries WHERE depiction_id = ANY (${ids}) AND production_date < now() - interval '6 years'
    ORDER BY depiction_id, user_id FOR KEY SHARE`;
}

function madeOf(rows: readonly Row[]) {
  try {
    const marked = rows.map(({ id, ...row }) => {
      const place = Number(row.place);
      return { id, place, marks: marksOf({ ...row, place }) };
    });
    return { marked, words: rows.flatMap(({ partnerId, ...row }) => entriesOf(partnerId, row)) };
  } catch (cause) {
    throw new Unmarkable("what a record says could not be made into marks", { cause });
  }
}

/** What is erased, and what it was found by. */
export type Erased = SearchText & { id: string; partnerId: string };

/**
 * Takes a record out of the search, once it is neither a depiction nor in the index of who appears any more. Words
 * that stand in no other record are forgotten by the end of the next nightly erasing.
 */
export async function removeFromSearch(tx: Tx, { id, partnerId, ...text }: Erased): Promise<void> {
  // Whoever takes out another entry of the same depiction waits here, and then sees that this one is gone.
  await tx.$queryRaw`SELECT FROM depiction_search WHERE depiction_id = ${id} FOR UPDATE`;
  const gone = await tx.$executeRaw`
    DELETE FROM depiction_search s WHERE depiction_id = ${id}
      AND NOT EXISTS (SELECT FROM index_entries i WHERE i.depiction_id = s.depiction_id)
      AND NOT EXISTS (SELECT FROM depictions d WHERE d.id = s.depiction_id)`;
  if (gone > 0) await doubtWords(tx, entriesOf(partnerId, text));
}
