import type { Ctx, PersonActor } from "@/lib/domain/context";
import { pool } from "@/lib/platform/db";
import { type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";

/** A work that names the person. Nothing of anybody else who appears in it. */
export type OwnRecord = {
  id: string;
  title: string | null;
  platform: string;
  contentUrl: string | null;
  productionDate: Date;
  /** `kept`: a copy is stored. `waiting`: it is to come. `logged`: none was declared. `erased`: only the index is left. */
  state: "kept" | "waiting" | "logged" | "removed" | "erased";
};

const PAGE = 25;

/** A page of the works in which a person appears, on every platform, the latest logged first. */
export async function listRecords(
  { actor: { userId } }: Ctx<PersonActor>,
  sent: string | undefined,
): Promise<Page<OwnRecord>> {
  const cursor = readCursor(sent);
  const direction = readingOrder(cursor);
  const values: unknown[] = [userId];
  if (cursor) values.push(cursor.id);
  const beyond = cursor ? `AND i.depiction_id ${direction === "asc" ? ">" : "<"} $2` : "";
  const { rows } = await pool().query<OwnRecord>(
    `SELECT i.depiction_id AS id, coalesce(d.title, i.title) AS title, p.name AS platform,
       coalesce(d.content_url, i.content_url) AS "contentUrl", i.production_date AS "productionDate",
       CASE WHEN d.id IS NULL THEN 'erased' WHEN d.removed_at IS NOT NULL THEN 'removed'
         WHEN d.copy_state = 'stored' THEN 'kept' WHEN d.copy_state = 'pending' THEN 'waiting' ELSE 'logged' END AS state
     FROM index_entries i JOIN partners p ON p.id = i.partner_id LEFT JOIN depictions d ON d.id = i.depiction_id
     WHERE i.user_id = $1 ${beyond} ORDER BY i.depiction_id ${direction} LIMIT ${PAGE + 1}`,
    values,
  );
  return pageOf(rows, { limit: PAGE, cursor });
}
