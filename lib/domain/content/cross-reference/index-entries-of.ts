import { inTurn } from "@/lib/domain/content/search/in-turn";
import { pageOfWalk } from "@/lib/domain/content/search/page-of-walk";
import type { Searched } from "@/lib/domain/content/search/search-depictions";
import { textOrIdCondition, Values, type Wanted } from "@/lib/domain/content/search/terms";
import { walkSpan } from "@/lib/domain/content/search/walk-span";
import { pool } from "@/lib/platform/db";
import { besideId, timeOfId } from "@/lib/platform/ids";
import { type Cursor, readCursor, readingOrder } from "@/lib/platform/keyset";

/** How many depictions are looked at for those that match. */
const SPAN = 10_000;

type Asked = { cursor?: string | undefined; limit: number; span?: number };

/**
 * A page of the depictions in which any of these people appear, the latest logged first, erased ones too. What it costs is
 * bounded by `span`, whoever they are and whatever is looked for.
 */
export async function pageOfAppearances(
  userIds: readonly string[],
  wanted: Wanted,
  { cursor: sent, limit, span = SPAN }: Asked,
): Promise<Searched> {
  if (userIds.length === 0) return { ids: [], newer: null, older: null, lookedThrough: null, isCut: false };
  const cursor = readCursor(sent);
  const walked = await inTurn({ partnerId: null }, "pages", () =>
    walkAppearances(userIds, wanted, { cursor, limit: limit + 1, span }),
  );
  const page = pageOfWalk<{ id: string }>(walked, {
    cursor,
    limit,
    write: (side, { id }) => `${side}.${id}`,
    beside: ({ id }, step) => ({ id: besideId(id, step) }),
  });
  return { ...page, isCut: false, lookedThrough: walked.stoppedAt && timeOfId(walked.stoppedAt.id) };
}

type Step = { cursor: Cursor | null; limit: number; span: number };

function walkAppearances(userIds: readonly string[], { text, from, to }: Wanted, { cursor, limit, span }: Step) {
  const values = new Values();
  const order = readingOrder(cursor);
  const beyond = cursor ? `AND depiction_id ${order === "asc" ? ">" : "<"} ${values.add(cursor.id)}` : "";
  // Each person's part of the index is in order, and they are merged as they are read, no further than the page needs.
  const entries = userIds.map(
    (id) => `(SELECT depiction_id, production_date FROM index_entries WHERE user_id = ${values.add(id)} ${beyond}
      ORDER BY depiction_id ${order} LIMIT ${span})`,
  );
  const met = [
    ...(from ? [`production_date >= ${values.add(from)}`] : []),
    ...(to ? [`production_date < ${values.add(to)}`] : []),
    ...(text ? [saysSo(textOrIdCondition(text, values))] : []),
  ];
  const rows = `SELECT depiction_id AS id, production_date, (${met.join(" AND ") || "true"}) AS hit FROM (
      SELECT DISTINCT ON (depiction_id) depiction_id, production_date FROM (${entries.join(" UNION ALL ")}) AS entry
      ORDER BY depiction_id ${order} LIMIT ${span}
    ) AS next`;
  return walkSpan({ rows, by: `id ${order}`, values, span, limit });
}

/** Whether what is on record of `next` meets a condition: the depiction or, where that is erased, what the index says of it. */
const saysSo = (condition: string): string => `(SELECT true FROM (
    SELECT id, content_log_id, title, content_url, external_content_id FROM depictions WHERE id = next.depiction_id
    UNION ALL SELECT depiction_id, NULL, title, content_url, external_content_id FROM index_entries
    WHERE depiction_id = next.depiction_id AND title IS NOT NULL LIMIT 1) AS record WHERE ${condition})`;

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
