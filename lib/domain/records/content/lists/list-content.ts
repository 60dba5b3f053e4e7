import { findAccounts } from "@/lib/domain/accounts";
import { type Ctx, type PortalUserActor, partnerOf } from "@/lib/domain/core/context";
import { type Asked, filter, pagedList, same } from "@/lib/domain/core/lists";
import { countWeeks, type Weeks } from "@/lib/domain/core/weeks";
import { db, pool, rowsIn } from "@/lib/platform/db";
import {
  COPY_STATUSES,
  type CopyStatus,
  copyStatusOf,
  lateBefore,
  type RemovalColumns,
  removalsInWords,
} from "../present";
import { idsByContentId, listDepictions, readText } from "./list-depictions";

const PAGE = 50;
const LATE_COUNTED = 1_000;

const FILTERS = {
  /** Words of a title, URL or content id; or a full URL, SHA-256 or id. */
  q: filter.typed(2048),
  /** A creator: the partner's user id, the provisioned email or the account id, in full. */
  creator: filter.typed(2048),
  copy: filter.oneOf(COPY_STATUSES),
  removed: filter.oneOf(["yes", "no"]),
  /** Content of which a removal was confirmed before. */
  matched: filter.oneOf(["yes"]),
  /** The first and the last day of production. With one, the list is sorted by production date. */
  ...filter.days,
};

/**
 * The partner's content log, newest first. It reveals nothing about creators beyond the partner's own ids. The cost of a page hardly
 * grows with the log (`docs/benchmarks.md`).
 */
export const contentList = pagedList({
  filters: FILTERS,
  async read(ctx: Ctx<PortalUserActor>, { cursor, limit = PAGE, isExport, ...filters }: Asked<typeof FILTERS>) {
    const { q: text, creator, copy, removed, matched } = filters;
    const { partnerId } = ctx.actor;
    const [account] = creator ? await findAccounts(ctx, creator) : [];
    if (creator && !account) return { rows: [], newer: null, older: null, lookedThrough: null };
    const accountId = account?.id;
    const wanted = { text, accountId, copy, removed, matched, ...filter.daysOf(filters), lateBefore: lateBefore() };
    const limitName = isExport ? "exports" : "pages";
    const { ids, lookedThrough, ...page } = await listDepictions({ partnerId }, wanted, { cursor, limit, limitName });
    return { rows: await rowsOf(partnerId, ids), ...page, lookedThrough: lookedThrough?.toISOString() ?? null };
  },
}).exported({
  file: "content",
  action: "content_log.exported",
  more: withExportColumns,
  // The same names as in a log call and an import file.
  columns: {
    depictionId: "id",
    ...same("contentLogId", "externalContentId", "title", "contentUrl", "contentType", "platform"),
    accountId: ({ creator }) => creator.accountId,
    externalUserId: ({ creator }) => creator.externalUserId,
    ...same("productionDate", "fileHash"),
    loggedAt: "createdAt",
    complianceCopy: ({ copy }) => (copy === "late" ? "pending" : copy),
    complianceCopyMimeType: "copyMimeType",
    complianceCopySizeBytes: "copyBytes",
    complianceCopySha256: "copySha256",
    complianceCopyStoredAt: "copyStoredAt",
    removedAt: ({ removal }) => removal?.at ?? null,
    removedBy: ({ removal }) => removal?.by ?? null,
    removalReason: ({ removal }) => removal?.reason ?? null,
  },
});

/** A depiction in the partner's list. Nothing about the person. */
export type ContentRow = Awaited<ReturnType<typeof rowsOf>>[number];

type ContentFilters = Parameters<typeof contentList.each>[1];

/** The ids of all matching records, newest first. Stops at `most`. */
export async function listContentIds(
  ctx: Ctx<PortalUserActor>,
  filters: ContentFilters,
  most: number,
): Promise<string[]> {
  const ids: string[] = [];
  for await (const rows of contentList.each(ctx, filters, most)) ids.push(...rows.map(({ id }) => id));
  return ids;
}

/** How many declared copies weren't confirmed before their first URL expired, counted up to 1,000. */
export async function countLateCopies(ctx: Ctx<PortalUserActor>): Promise<{ late: number; isMore: boolean }> {
  // Raw SQL: Prisma's generic plan doesn't know the value "pending" and can't use the partial index.
  const { rows } = await pool().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT FROM depictions WHERE partner_id = $1 AND copy_state = 'pending'
       AND removed_at IS NULL AND id < $2 LIMIT ${LATE_COUNTED + 1}) AS late`,
    [ctx.actor.partnerId, lateBefore()],
  );
  const count = rows[0]?.count ?? 0;
  return { late: Math.min(count, LATE_COUNTED), isMore: count > LATE_COUNTED };
}

/** How many records the partner logged in each of the last two weeks. */
export const countNewRecords = ({ actor }: Ctx<PortalUserActor>): Promise<Weeks> =>
  countWeeks("depictions", actor.partnerId);

type Row = RemovalColumns & {
  id: string;
  title: string;
  contentUrl: string;
  externalContentId: string | null;
  copyState: Exclude<CopyStatus, "late">;
  productionDate: Date;
  createdAt: Date;
  accountId: string;
  externalUserId: string;
  isMatched: boolean;
};

// Raw SQL: Prisma prepares a new statement for each number of ids.
const ROWS = `SELECT d.id, d.title, d.content_url AS "contentUrl", d.external_content_id AS "externalContentId",
    d.copy_state AS "copyState", d.production_date AS "productionDate", d.created_at AS "createdAt",
    d.removed_at AS "removedAt", d.removed_by_kind AS "removedByKind", d.removed_by_id AS "removedById",
    d.removal_reason AS "removalReason", d.removal_request_id AS "removalRequestId",
    d.account_id AS "accountId", a.external_user_id AS "externalUserId",
    EXISTS (SELECT FROM content_matches m WHERE m.depiction_id = d.id AND m.partner_id = d.partner_id) AS "isMatched"
  FROM depictions d JOIN solo_accounts a ON a.id = d.account_id WHERE d.id = ANY ($1) AND d.partner_id = $2`;

async function rowsOf(partnerId: string, ids: readonly string[]) {
  const { rows: found } = await pool().query<Row>({ name: "content_rows", text: ROWS, values: [ids, partnerId] });
  const removalOf = await removalsInWords(partnerId, found);
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { title, contentUrl, externalContentId, accountId, externalUserId, productionDate, createdAt, isMatched } =
      row;
    return {
      id,
      title,
      contentUrl,
      externalContentId,
      creator: { accountId, externalUserId },
      copy: copyStatusOf(row),
      productionDate: productionDate.toISOString(),
      createdAt: createdAt.toISOString(),
      removal: removalOf(row),
      isMatched,
    };
  });
}

type ExportColumns = {
  contentLogId: string;
  platform: string;
  fileHash: string | null;
  copyMimeType: string | null;
  copyBytes: number | null;
  copySha256: string | null;
  copyStoredAt: Date | null;
};
type ExportedRow = ContentRow & ExportColumns & { contentType: string };

// A content type may be as long as a request. Long ones are read one by one, because a batch could be a gigabyte.
const TYPE_MAX = 1_000;

/** The rows with what only an export has. Records erased meanwhile are left out. */
async function* withExportColumns(rows: ContentRow[], { actor }: Ctx): AsyncGenerator<ExportedRow[]> {
  const found = await rowsIn<ExportColumns & { id: string; contentType: string | null }>(db)`
    SELECT id, content_log_id, platform, encode(file_hash, 'hex') AS file_hash, copy_mime_type,
      CASE WHEN octet_length(content_type) <= ${TYPE_MAX} THEN content_type END AS content_type,
      copy_bytes, encode(kept_sha256, 'hex') AS copy_sha256, kept_at AS copy_stored_at
    FROM depictions WHERE id = ANY(${rows.map(({ id }) => id)}::text[]) AND partner_id = ${partnerOf(actor)}`;
  const byId = new Map(found.map((more) => [more.id, more]));
  let together: ExportedRow[] = [];
  for (const row of rows) {
    const more = byId.get(row.id);
    if (!more) continue;
    const { contentType } = more;
    if (contentType !== null) {
      together.push({ ...row, ...more, contentType });
      continue;
    }
    yield together;
    together = [];
    const long = await db.depiction.findUnique({ where: { id: row.id }, select: { contentType: true } });
    if (long) yield [{ ...row, ...more, ...long }];
  }
  yield together;
}

type ContentMatch = { id: string; title: string; externalContentId: string | null; removed: boolean };
type ContentMatches = {
  found: ContentMatch[];
  /** Whether the content list may have more. */
  isMore: boolean;
};

const SHOWN = 5;

/**
 * A few depictions that match a text: first those with exactly this id, URL, SHA-256 or content id, then the newest the
 * content list finds. In the first second after logging, a record is found only by its ids.
 */
export async function findContent(ctx: Ctx<PortalUserActor>, text: string): Promise<ContentMatches> {
  const { partnerId } = ctx.actor;
  const scope = { partnerId };
  const [named, same, listed] = await Promise.all([
    readText(scope, text),
    idsByContentId(scope, text),
    listDepictions(scope, { text }, { limit: SHOWN }),
  ]);
  const all = [...new Set([...(named.ids ?? []), ...same, ...listed.ids])];
  const ids = all.slice(0, SHOWN);
  const rows = await db.depiction.findMany({
    where: { id: { in: ids }, partnerId },
    select: { id: true, title: true, externalContentId: true, removedAt: true },
  });
  const found = new Map(rows.map(({ removedAt, ...row }) => [row.id, { ...row, removed: removedAt !== null }]));
  return { found: ids.flatMap((id) => found.get(id) ?? []), isMore: all.length > SHOWN || listed.older !== null };
}
