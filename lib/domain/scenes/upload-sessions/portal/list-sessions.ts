import { findAccounts } from "@/lib/domain/accounts";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import { firstIdAt, idsStartingWith } from "@/lib/platform/ids";
import { pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import { prefixPattern } from "@/lib/platform/like";
import { SESSION_MS, sessionStatus, type UploadSessionStatus } from "../labels";
import type { SessionFilters, SessionPage, SessionRow } from "./schemas";

const PAGE = 50;

type Found = Omit<SessionRow, "status" | "createdAt" | "expiresAt" | "completedAt"> & {
  createdAt: Date;
  expiresAt: Date;
  completedAt: Date | null;
};

const COLUMNS = `s.id, s.content_id AS "contentId", s.content_title AS "contentTitle", s.content_type AS "contentType", s.path,
  s.created_at AS "createdAt", s.expires_at AS "expiresAt", s.completed_at AS "completedAt", c.id AS "sceneId", c.status AS "sceneStatus",
  json_build_object('accountId', a.id, 'externalUserId', a.external_user_id) AS creator`;

/** A page of the partner's upload sessions, newest first, by keyset over the session id. */
export async function listUploadSessions(
  ctx: Ctx<PortalUserActor>,
  { cursor: place, limit = PAGE, ...filters }: SessionFilters & { cursor?: string | undefined; limit?: number },
): Promise<SessionPage> {
  const now = clock.now();
  const cursor = readCursor(place);
  const order = readingOrder(cursor);
  const values: unknown[] = [];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const met = await conditionsOf(ctx, filters, { add, now });
  if (cursor) met.push(`s.id ${order === "asc" ? ">" : "<"} ${add(cursor.id)}`);
  // Conditions are on the session alone, so that one of its indexes serves each of them. The others are joined to the page.
  const { rows } = await pool().query<Found>(
    `WITH page AS MATERIALIZED (
       SELECT s.* FROM upload_sessions s WHERE ${met.join(" AND ")} ORDER BY s.id ${order} LIMIT ${limit + 1})
     SELECT ${COLUMNS} FROM page s JOIN solo_accounts a ON a.id = s.account_id
     LEFT JOIN collab_scenes c ON c.upload_session_id = s.id ORDER BY s.id ${order}`,
    values,
  );
  return pageOf(
    rows.map((row) => rowOf(row, now)),
    { limit, cursor },
  );
}

const rowOf = (found: Found, now: Date): SessionRow => ({
  ...found,
  status: sessionStatus(found, now),
  createdAt: found.createdAt.toISOString(),
  expiresAt: found.expiresAt.toISOString(),
  completedAt: found.completedAt?.toISOString() ?? null,
});

type Adding = { add: (value: unknown) => string; now: Date };

async function conditionsOf(
  ctx: Ctx<PortalUserActor>,
  { q, status, path, creator }: SessionFilters,
  { add, now }: Adding,
): Promise<string[]> {
  const accountsOf = async (text: string) => (await findAccounts(ctx, text)).map(({ id }) => id);
  const met = [`s.partner_id = ${add(ctx.actor.partnerId)}`];
  if (status) met.push(...ofStatus(status, { add, now }));
  if (path) met.push(`s.path = ${add(path)}::upload_path`);
  if (creator) met.push(`s.account_id = ANY (${add(await accountsOf(creator))}::text[])`);
  if (q) met.push(`(${matching(q, { add, accountIds: await accountsOf(q) }).join(" OR ")})`);
  return met;
}

function ofStatus(status: UploadSessionStatus, { add, now }: Adding): string[] {
  if (status === "completed") return ["s.completed_at IS NOT NULL"];
  const open = "s.completed_at IS NULL";
  if (status === "expired") return [open, `s.expires_at <= ${add(now)}`];
  // An older one has expired, so a page need not look further back.
  const oldest = firstIdAt(new Date(now.getTime() - SESSION_MS));
  return [open, `s.expires_at > ${add(now)}`, `s.id >= ${add(oldest)}`];
}

function matching(text: string, { add, accountIds }: Pick<Adding, "add"> & { accountIds: string[] }): string[] {
  const ids = idsStartingWith(text.toLowerCase());
  return [
    `search_fold(s.content_title) LIKE search_pattern(${add(text)})`,
    `s.content_id LIKE ${add(prefixPattern(text))}`,
    ...(accountIds.length > 0 ? [`s.account_id = ANY (${add(accountIds)}::text[])`] : []),
    ...(ids ? [`s.id BETWEEN ${add(ids.first)} AND ${add(ids.last)}`] : []),
  ];
}

const FOUND = 5;

/** A few sessions that match a text, as the session list finds them, and whether the list has more. */
export async function findUploadSessions(
  ctx: Ctx<PortalUserActor>,
  text: string,
): Promise<{ found: Pick<SessionRow, "id" | "contentTitle" | "status">[]; isMore: boolean }> {
  const { rows, older } = await listUploadSessions(ctx, { q: text, limit: FOUND });
  const found = rows.map(({ id, contentTitle, status }) => ({ id, contentTitle, status }));
  return { found, isMore: older !== null };
}
