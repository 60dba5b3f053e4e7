import { textOrIdCondition, Values, type Wanted } from "@/lib/domain/content/search/terms";
import { pool } from "@/lib/platform/db";
import { pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";

/** A page of the depictions in which any of these people appear, the latest logged first, erased ones too. */
export async function pageOfAppearances(
  userIds: readonly string[],
  { text, from, to }: Wanted,
  { cursor: sent, limit }: { cursor?: string | undefined; limit: number },
) {
  const cursor = readCursor(sent);
  const direction = readingOrder(cursor);
  const values = new Values();
  const people = values.add(userIds);
  const met = ["user_id = person.id"];
  if (cursor) met.push(`depiction_id ${direction === "asc" ? ">" : "<"} ${values.add(cursor.id)}`);
  if (from) met.push(`production_date >= ${values.add(from)}`);
  if (to) met.push(`production_date < ${values.add(to)}`);
  const matches = text ? `WHERE ${textOrIdCondition(text, values)}` : "";
  // Each person's own part of the index is read in order, as far as the page needs.
  const { rows } = await pool().query<{ id: string }>(
    `SELECT DISTINCT found.id FROM unnest(${people}::text[]) AS person (id) CROSS JOIN LATERAL (
       SELECT id FROM (
         SELECT i.depiction_id AS id, d.content_log_id, coalesce(d.title, i.title) AS title,
           coalesce(d.content_url, i.content_url) AS content_url,
           coalesce(d.external_content_id, i.external_content_id) AS external_content_id
         FROM (SELECT * FROM index_entries WHERE ${met.join(" AND ")}) AS i LEFT JOIN depictions d ON d.id = i.depiction_id
       ) AS entry ${matches} ORDER BY id ${direction} LIMIT ${limit + 1}
     ) AS found ORDER BY found.id ${direction} LIMIT ${limit + 1}`,
    values.list,
  );
  return pageOf(rows, { limit, cursor });
}

/** What the index says of depictions: whose log, what it is, who appears. In the order of `ids`. */
export async function indexRowsOf(ids: readonly string[]): Promise<IndexRow[]> {
  const { rows } = await pool().query<IndexRow>(
    `SELECT e.depiction_id AS id, p.id AS "partnerId", p.name AS "partnerName", coalesce(d.title, e.title) AS title,
       coalesce(d.content_url, e.content_url) AS "contentUrl",
       coalesce(d.external_content_id, e.external_content_id) AS "externalContentId",
       e.production_date AS "productionDate", d.copy_state AS copy, d.removed_at AS "removedAt", d.id IS NULL AS erased,
       e.people AS "userIds"
     FROM (SELECT depiction_id, min(partner_id) AS partner_id, min(production_date) AS production_date, min(title) AS title,
             min(content_url) AS content_url, min(external_content_id) AS external_content_id,
             array_agg(user_id ORDER BY user_id) AS people
           FROM index_entries WHERE depiction_id = ANY($1) GROUP BY depiction_id) AS e
     JOIN partners p ON p.id = e.partner_id LEFT JOIN depictions d ON d.id = e.depiction_id`,
    [ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export type IndexRow = {
  id: string;
  partnerId: string;
  partnerName: string;
  title: string | null;
  contentUrl: string | null;
  externalContentId: string | null;
  productionDate: Date;
  copy: "stored" | "pending" | "missing" | null;
  removedAt: Date | null;
  /** Its own seven years are over: only the index still knows of it. */
  erased: boolean;
  userIds: string[];
};
