import { holdsAll, wordsOf } from "@/lib/domain/search";
import { Prisma, pool } from "@/lib/platform/db";

/** Somebody in the index: the legal name that was verified, and every other name. */
export type IndexedPerson = { userId: string; legalName: string | null; aliases: IndexedName[] };

/** Another name of a person. One that they no longer use stays in the index, and is marked. */
export type IndexedName = { name: string; retired: boolean };

const PEOPLE = `SELECT u.id AS "userId", i.legal_name AS "legalName",
    (SELECT coalesce(json_agg(json_build_object('name', name, 'retired', retired_at IS NOT NULL) ORDER BY name), '[]')
     FROM person_aliases WHERE user_id = u.id) AS aliases
  FROM users u LEFT JOIN identities i ON i.user_id = u.id`;

/** People whose legal name, or one of whose other names, holds each word, in the order of their legal names; up to `most`. */
export async function findPeople(name: string, most: number): Promise<IndexedPerson[]> {
  const words = wordsOf(name);
  const { text, values } = Prisma.sql`${Prisma.raw(PEOPLE)} WHERE u.id IN (
      (SELECT user_id FROM identities WHERE ${holdsAll(Prisma.sql`search_fold(legal_name)`, words)} LIMIT ${most})
      UNION (SELECT user_id FROM person_aliases WHERE ${holdsAll(Prisma.sql`search_fold(name)`, words)} LIMIT ${most})
    ) ORDER BY i.legal_name, u.id LIMIT ${most}`;
  const { rows } = await pool().query<IndexedPerson>(text, values);
  return rows;
}

/** People by their ids. */
export async function getPeople(userIds: readonly string[]): Promise<IndexedPerson[]> {
  const { rows } = await pool().query<IndexedPerson>(`${PEOPLE} WHERE u.id = ANY($1)`, [userIds]);
  return rows;
}
