import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { whoInWords } from "@/lib/domain/core/ledger";
import { field, filter, NEWEST, partnerList, type RowIn, same } from "@/lib/domain/core/lists";
import { countWeeks, type Weeks } from "@/lib/domain/core/weeks";
import { clock } from "@/lib/platform/clock";
import { Prisma, pool } from "@/lib/platform/db";
import type { TakedownOutcome } from "@/prisma/generated/client";
import { kindOf, LEGAL_BASES, type LegalBasis, takedownStatus } from "../labels";

const { sql } = Prisma;

const TITLE = "coalesce(d.title, e.title, s.title, m.title)";
const URL = "coalesce(d.content_url, e.content_url, p.content_url)";
const CONTENT_ID =
  "coalesce(d.external_content_id, e.external_content_id, CASE WHEN m.created_by_partner_id = t.partner_id THEN m.content_id END)";

/** The partner's keys and its team, in the ledger. */
export const PARTNER_KINDS = ["partner_key", "portal_user"];

/**
 * What one partner must take down, as its team sees it: the open ones by deadline, or all of them, newest first. Nothing about the
 * claimant.
 */
export const takedownList = partnerList({
  from: `takedowns t JOIN removal_items i ON i.id = t.item_id JOIN removal_requests r ON r.id = i.request_id
    LEFT JOIN depictions d ON d.id = i.depiction_id AND d.partner_id = t.partner_id
    LEFT JOIN erased_depictions e ON e.depiction_id = i.depiction_id AND e.partner_id = t.partner_id
    LEFT JOIN scene_publications p ON p.id = i.publication_id AND p.partner_id = t.partner_id
    LEFT JOIN collab_scenes s ON s.id = p.scene_id AND s.partner_id = t.partner_id
    LEFT JOIN productions m ON m.id = i.production_id`,
  scope: ({ actor }, { view }) =>
    sql`t.partner_id = ${actor.partnerId} ${view === "all" ? Prisma.empty : sql`AND t.closed_at IS NULL`}`,
  order: ({ view }) => (view === "all" ? NEWEST : { first: "oldest", at: "deadlineAt" }),
  select: {
    id: field.text("t.id"),
    outcome: field.of<TakedownOutcome | null>("t.outcome"),
    /** Null for a publication whose scene was erased, and for another partner's scene. */
    title: field.of<string | null>(TITLE),
    url: field.of<string | null>(URL),
    /** The partner's own id of the content. */
    contentId: field.of<string | null>(CONTENT_ID),
    depictionId: field.of<string | null>("i.depiction_id"),
    productionId: field.of<string | null>("i.production_id"),
    /** With its scene, and whether that is the partner's own. Null if both were erased. */
    publicationId: field.of<string | null>("i.publication_id"),
    sceneId: field.of<string | null>("p.scene_id"),
    isOwnScene: field.of<boolean>("s.id IS NOT NULL"),
    /** Whether a custodian confirmed it. A production comes down before. */
    isConfirmed: field.of<boolean>("i.status = 'confirmed'"),
    removalRequestId: field.text("r.id"),
    legalBasis: field.of<LegalBasis>("r.legal_basis"),
    requestedAt: field.time("t.requested_at"),
    openedAt: field.time("t.opened_at"),
    deadlineAt: field.time("t.deadline_at"),
    closedAt: field.of<Date | null>("t.closed_at"),
    closedByKind: field.of<string | null>("t.closed_by_kind"),
    closedById: field.of<string | null>("t.closed_by_id"),
    /** The last check whether the URL still answers: its HTTP status, 0 if there was no answer. */
    checkedAt: field.of<Date | null>("t.checked_at"),
    checkedStatus: field.of<number | null>("t.checked_status"),
  },
  filters: {
    q: filter.search(
      2048,
      filter.contains(TITLE),
      filter.is(URL),
      filter.startsWith(CONTENT_ID),
      ...["t.id", "r.id", "i.depiction_id", "i.publication_id", "i.production_id"].map(filter.idStartsWith),
    ),
    view: filter.oneOf(["breached", "all"], (view) =>
      view === "breached" ? sql`t.deadline_at < ${clock.now()}` : null,
    ),
    basis: filter.oneOf(LEGAL_BASES, filter.is("r.legal_basis")),
  },
  present: async (rows, { actor }) => {
    const closers = rows.map(({ closedByKind: kind, closedById: id }) =>
      kind && id && PARTNER_KINDS.includes(kind) ? { kind, id } : null,
    );
    const who = await whoInWords(
      actor.partnerId,
      closers.filter((one) => one !== null),
    );
    const now = clock.now();
    return rows.map(({ outcome, closedByKind: _, closedById: __, ...row }, n) => {
      const closer = closers[n];
      const status = takedownStatus({ ...row, outcome }, now);
      return {
        ...row,
        status,
        kind: kindOf(row),
        /** Whether it was or is open after its deadline. */
        isBreached: status !== "canceled" && (row.closedAt ?? now) > row.deadlineAt,
        /** Which key or member ended it; null for anybody else, who isn't named: it may be the claimant. */
        closedBy: closer ? who(closer) : null,
      };
    });
  },
}).exported({
  file: "takedowns",
  action: "takedown_list.exported",
  detail: { format: "csv" },
  columns: {
    takedownId: "id",
    ...same("removalRequestId", "legalBasis", "kind", "title"),
    contentUrl: "url",
    ...same("contentId", "depictionId", "sceneId", "publicationId", "productionId", "requestedAt", "openedAt"),
    removalDeadline: "deadlineAt",
    status: "status",
    breached: "isBreached",
    ...same("closedAt", "closedBy"),
    urlCheckedAt: "checkedAt",
    urlStatus: "checkedStatus",
  },
});

export type TakedownRow = RowIn<typeof takedownList>;

/** Where counting stops: more are reported as this number plus one. */
export const TAKEDOWNS_COUNTED_AT_MOST = 1_000;

const COUNTS = `SELECT count(*)::int AS open, (count(*) FILTER (WHERE deadline_at < $2))::int AS breached,
    min(deadline_at) AS "firstAt", (array_agg(id ORDER BY deadline_at, id))[1] AS "firstId"
  FROM (SELECT id, deadline_at FROM takedowns WHERE partner_id = $1 AND closed_at IS NULL
    ORDER BY deadline_at, id LIMIT ${TAKEDOWNS_COUNTED_AT_MOST + 1}) AS counted`;

/** The partner's open takedowns: how many, how many of them are past their deadline, and the first one. */
export type OpenTakedowns = { open: number; breached: number; first: { id: string; deadlineAt: Date } | null };

export async function countOpenTakedowns({ actor: { partnerId } }: Ctx<PortalUserActor>): Promise<OpenTakedowns> {
  type Counted = { open: number; breached: number; firstAt: Date | null; firstId: string | null };
  const values = [partnerId, clock.now()];
  const { rows } = await pool().query<Counted>({ name: "count_open_takedowns", text: COUNTS, values });
  const { open = 0, breached = 0, firstAt = null, firstId = null } = rows[0] ?? {};
  return { open, breached, first: firstAt && firstId ? { id: firstId, deadlineAt: firstAt } : null };
}

/** How many takedowns the partner got in each of the last two weeks. */
export const countNewTakedowns = ({ actor }: Ctx<PortalUserActor>): Promise<Weeks> =>
  countWeeks("takedowns", actor.partnerId);
