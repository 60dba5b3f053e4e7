import { isUrl, says } from "@/lib/domain/search";
import { Prisma, pool } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import type { Scope } from "./page";

/** What a typed text means: the records whose id, URL or hash it is or, if there are none, a condition on `search_records`. */
export type Text = { ids: string[]; says: null } | { ids: null; says: Prisma.Sql };

export async function readText(scope: Scope, text: string): Promise<Text> {
  const ids = await idsOf(scope, namedBy(text));
  return ids.length > 0 ? { ids, says: null } : { ids: null, says: says(text) };
}

/** Whether a depiction's search record meets a condition. Not EXISTS, which PostgreSQL may turn into a join of all records. */
export const recordMeets = (id: Prisma.Sql, condition: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT ${condition} FROM search_records s WHERE s.kind = 'depiction' AND s.id = ${id})`;

/** The ids of a partner's depictions with this content id, whole. */
export const idsByContentId = (scope: Scope, contentId: string): Promise<string[]> =>
  idsOf(
    scope,
    Prisma.sql`SELECT id, partner_id FROM search_records WHERE kind = 'depiction' AND external_id = ${contentId}`,
  );

/** What an id of ours, a SHA-256 or a URL names, each by an index of its own. */
function namedBy(text: string): Prisma.Sql | null {
  const lower = text.toLowerCase();
  const searched = Prisma.sql`SELECT id, partner_id FROM search_records WHERE kind = 'depiction'`;
  const logged = Prisma.sql`SELECT id, partner_id FROM depictions`;
  if (isId(lower))
    return Prisma.sql`${searched} AND id = ${lower} UNION ${logged} WHERE id = ${lower} OR content_log_id = ${lower}`;
  if (/^[0-9a-f]{64}$/.test(lower)) {
    const hash = Prisma.sql`decode(${lower}, 'hex')`;
    return Prisma.sql`${searched} AND file_hash = ${hash} UNION ${logged} WHERE kept_sha256 = ${hash}`;
  }
  return isUrl(text) ? Prisma.sql`${searched} AND url_hash = sha256(convert_to(${text}, 'UTF8'))` : null;
}

/** How many records of one URL or file are listed. */
const SAME_MOST = 10_000;

async function idsOf({ partnerId }: Scope, named: Prisma.Sql | null): Promise<string[]> {
  if (!named) return [];
  const own = partnerId === null ? Prisma.empty : Prisma.sql`WHERE partner_id = ${partnerId}`;
  const { text, values } = Prisma.sql`SELECT id FROM (${named}) AS named ${own} ORDER BY id DESC LIMIT ${SAME_MOST}`;
  const { rows } = await pool().query<{ id: string }>(text, values);
  return rows.map(({ id }) => id);
}
