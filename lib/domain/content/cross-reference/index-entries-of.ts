import type { Wanted } from "@/lib/domain/content/lists/list-depictions";
import { type Listed, type Request, readPage, walk } from "@/lib/domain/content/lists/page";
import { readText, recordMeets } from "@/lib/domain/content/lists/read-text";
import { Prisma, pool } from "@/lib/platform/db";

/** So many depictions are read for those that match. */
const SPAN = 10_000;
const EVERYBODY = { partnerId: null };

/**
 * A page of the depictions in which any of these people appear, the latest logged first, erased ones too. What it costs is
 * bounded by `span`, whoever they are and whatever is searched.
 */
export async function pageOfAppearances(
  userIds: readonly string[],
  { text, from, to }: Pick<Wanted, "text" | "from" | "to">,
  { span = SPAN, ...request }: Request & { span?: number },
): Promise<Listed> {
  if (userIds.length === 0) return { ids: [], newer: null, older: null, lookedThrough: null };
  return readPage(EVERYBODY, request, async (step) => {
    const typed = text ? await readText(EVERYBODY, text) : null;
    // Each person's part of the index is in order, and they are merged as they are read, no further than the page needs.
    const part = Prisma.sql`ORDER BY ${step.by} LIMIT ${span}`;
    const entries = userIds.map(
      (
        userId,
      ) => Prisma.sql`(SELECT id, production_date FROM (SELECT depiction_id AS id, production_date FROM index_entries
        WHERE user_id = ${userId}) AS appearance WHERE ${Prisma.join([Prisma.sql`true`, ...step.beyond], " AND ")} ${part})`,
    );
    const met = [
      Prisma.sql`true`,
      ...(from ? [Prisma.sql`production_date >= ${from}`] : []),
      ...(to ? [Prisma.sql`production_date < ${to}`] : []),
      ...(typed?.ids ? [Prisma.sql`id = ANY (${typed.ids})`] : []),
      ...(typed?.says ? [recordMeets(Prisma.sql`each.id`, typed.says)] : []),
    ];
    const next = Prisma.sql`SELECT id, production_date, (${Prisma.join(met, " AND ")}) AS hit
      FROM (SELECT DISTINCT ON (id) * FROM (${Prisma.join(entries, " UNION ALL ")}) AS all_of_them ${part}) AS each`;
    return walk({ ...step, next, span });
  });
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
