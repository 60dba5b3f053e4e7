import { Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import type { FoundRecord, MatchedRecord } from "./by-targets";

/** How many records of each kind are shown for an address, a name or a description. */
const SHOWN = 50;
const PEOPLE_MOST = 10;

type Lookup = Pick<Tx, "$queryRaw">;

/** How many productions are closed in one transaction. Those beyond are closed a few minutes later. */
export const PRODUCTIONS_AT_ONCE = 100;

/**
 * The productions that had the claimant's address among their performers when each of these requests was filed, and aren't its items
 * yet. For a request about a record that was chosen in an account, they are suggestions. `requests` is a query of ids.
 */
export const productionsOf = (tx: Lookup, requests: Prisma.Sql): Promise<FoundRecord[]> => rowsIn<FoundRecord>(tx)`
  SELECT DISTINCT r.id AS request_id, NULL AS depiction_id, m.production_id, NULL AS publication_id,
    NULL AS partner_id, 'email' AS found_by,
    CASE WHEN r.user_id IS NULL THEN 'open' ELSE 'suggested' END AS status
  FROM removal_requests r JOIN production_performers m ON m.email = r.email AND m.added_at <= r.requested_at
  WHERE r.id IN (${requests}) AND NOT EXISTS (
    SELECT FROM removal_items i WHERE i.request_id = r.id AND i.production_id = m.production_id AND i.status <> 'suggested')
  ORDER BY 1, 3 LIMIT ${PRODUCTIONS_AT_ONCE}`;

/** What the index knows of a person with this address: depictions, and publications of scenes, the newest. */
export const recordsOfAddress = (tx: Lookup, email: string): Promise<MatchedRecord[]> =>
  recordsOf(tx, Prisma.sql`SELECT id, email FROM users WHERE email = ${email} UNION ALL SELECT NULL, ${email}`);

/** What the index knows of people with exactly one of these names: depictions, publications and productions. */
export async function recordsOfNames(tx: Lookup, names: readonly string[]): Promise<MatchedRecord[]> {
  if (names.length === 0) return [];
  const wanted = Prisma.sql`ANY (ARRAY(SELECT search_fold(name) FROM unnest(${[...names]}::text[]) AS name))`;
  const people = Prisma.sql`
    SELECT id, email FROM users WHERE id IN (
      SELECT user_id FROM identities WHERE search_fold(legal_name) = ${wanted}
      UNION SELECT user_id FROM person_aliases WHERE search_fold(name) = ${wanted}) LIMIT ${PEOPLE_MOST}`;
  const productions = await rowsIn<MatchedRecord>(tx)`
    SELECT DISTINCT NULL AS depiction_id, m.production_id, NULL AS publication_id, NULL AS partner_id
    FROM (${people}) AS person JOIN production_performers m ON m.email = person.email ORDER BY 2 LIMIT ${SHOWN}`;
  return [...(await recordsOf(tx, people)), ...productions];
}

/** `people` is a query of `id` and `email`. A performer is named by address before they open their mail. */
const recordsOf = (tx: Lookup, people: Prisma.Sql): Promise<MatchedRecord[]> =>
  rowsIn<MatchedRecord>(tx)`
  WITH person AS MATERIALIZED (${people})
  (SELECT d.id AS depiction_id, NULL AS production_id, NULL AS publication_id, d.partner_id
   FROM person JOIN index_entries e ON e.user_id = person.id JOIN depictions d ON d.id = e.depiction_id
   WHERE d.removed_at IS NULL ORDER BY d.id DESC LIMIT ${SHOWN})
  UNION ALL
  (SELECT NULL, NULL, p.id, p.partner_id FROM (
     SELECT e.scene_id FROM person JOIN scene_index_entries e ON e.user_id = person.id
     UNION SELECT s.scene_id FROM person JOIN scene_performers s ON s.email = person.email) AS scene
   JOIN scene_publications p ON p.scene_id = scene.scene_id
   WHERE p.removed_at IS NULL ORDER BY p.id DESC LIMIT ${SHOWN})`;

const WORDS_MOST = 200;

/** The records that a description names by one of our ids, or by the platform's own content id. */
export async function recordsNamedIn(tx: Lookup, description: string): Promise<MatchedRecord[]> {
  const words = idsIn(description);
  if (words.length === 0) return [];
  const ids = words.map((word) => word.toLowerCase()).filter(isId);
  return rowsIn<MatchedRecord>(tx)`
    (SELECT d.id AS depiction_id, NULL AS production_id, NULL AS publication_id, d.partner_id
     FROM search_records r JOIN depictions d ON d.id = r.id
     WHERE r.kind = 'depiction' AND r.external_id = ANY (${words}::text[]) AND d.removed_at IS NULL LIMIT ${SHOWN})
    UNION (SELECT id, NULL, NULL, partner_id FROM depictions WHERE id = ANY (${ids}::text[]) AND removed_at IS NULL)
    UNION (SELECT NULL, id, NULL, NULL FROM productions WHERE id = ANY (${ids}::text[]))
    UNION (SELECT NULL, NULL, id, partner_id FROM scene_publications WHERE id = ANY (${ids}::text[]) AND removed_at IS NULL)`;
}

/** The words that may be ids: with a digit, and four characters or more. */
const idsIn = (description: string): string[] =>
  [...new Set(description.split(/[\s,;"'“”‘’()<>[\]]+/).map((word) => word.replace(/^[.:!?#]+|[.:!?]+$/g, "")))]
    .filter((word) => word.length >= 4 && word.length <= 512 && /\d/.test(word))
    .slice(0, WORDS_MOST);
