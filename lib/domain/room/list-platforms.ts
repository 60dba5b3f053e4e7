import type { SoloStatus, SuspendReason } from "@/lib/domain/accounts/schemas";
import type { Ctx, PersonActor } from "@/lib/domain/context";
import { pool } from "@/lib/platform/db";
import { type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import { PLACED } from "./placed-platforms";
import { WORKS_COUNTED } from "./schemas";

/** A platform as the person whom it named sees it. */
export type Platform = {
  /** Of the account there. */
  id: string;
  name: string;
  /** `asked`: it waits for an answer. `declined`: the person said no, or took their yes back. */
  link: "asked" | "linked" | "declined";
  /** When they were asked, linked, or said no. */
  since: Date;
  status: SoloStatus;
  suspendReason: SuspendReason | null;
  /** Who pays for this account; of one that only asked, who would. */
  paidBy: "creator" | "platform";
  /** How many works it has logged that name the person. */
  works: number;
};

const PAGE = 20;

/**
 * A page of the platforms that asked for a person or are linked to them, what waits for an answer first. The cursor is an
 * account, and stands where that account does at this moment.
 */
export async function listPlatforms(
  { actor: { userId } }: Ctx<PersonActor>,
  sent: string | undefined,
): Promise<Page<Platform>> {
  const cursor = readCursor(sent);
  const isForward = readingOrder(cursor) === "desc";
  const beyond = isForward
    ? "(m.place > c.place OR m.place = c.place AND m.id < c.id)"
    : "(m.place < c.place OR m.place = c.place AND m.id > c.id)";
  const { rows } = await pool().query<Platform>(
    `WITH placed AS (${PLACED}), page AS (
       SELECT m.* FROM placed m ${cursor ? `JOIN placed c ON c.id = $2 AND ${beyond}` : ""}
       ORDER BY ${isForward ? "m.place, m.id DESC" : "m.place DESC, m.id"} LIMIT ${PAGE + 1}
     )
     SELECT m.id, p.name, (ARRAY['asked', 'linked', 'declined'])[m.place + 1] AS link, m.since, m.status,
       m.suspend_reason AS "suspendReason", m.funded_by AS "paidBy",
       (SELECT count(*)::int FROM (
          SELECT FROM depictions d JOIN index_entries i ON i.depiction_id = d.id AND i.user_id = $1
          WHERE d.account_id = m.id LIMIT ${WORKS_COUNTED}) AS logged) AS works
     FROM page m JOIN partners p ON p.id = m.partner_id
     ORDER BY ${isForward ? "m.place, m.id DESC" : "m.place DESC, m.id"}`,
    cursor ? [userId, cursor.id] : [userId],
  );
  return pageOf(rows, { limit: PAGE, cursor });
}
