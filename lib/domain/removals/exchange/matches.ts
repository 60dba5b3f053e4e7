import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { custodianList, field, filter, NEWEST, type RowIn } from "@/lib/domain/core/lists";
import { assertNoConflict, conflictWith, type Reserved } from "@/lib/domain/custody/conflicts";
import { assertCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, rowsIn } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { MATCH_STATUSES, type MatchStatus, type SourceKind } from "./labels";
import { isLive } from "./match-listed";

const { sql } = Prisma;

/** The latest request that a depiction is part of and that the custodian may see, an open one first: as a subquery. */
const requestAbout = (depictionId: Prisma.Sql, me: string): Prisma.Sql => sql`(
  SELECT r.id FROM removal_items i JOIN removal_requests r ON r.id = i.request_id
  WHERE i.depiction_id = ${depictionId} AND i.status NOT IN ('suggested', 'dismissed') AND r.searched_at IS NOT NULL
    AND NOT ${conflictWith("request", sql`r.id`, me)} ORDER BY r.status = 'open' DESC, r.id DESC LIMIT 1)`;

/** Whether the hash of a match is still listed, so that a decision can change. */
const isListed = (matchId: Prisma.Sql): Prisma.Sql => sql`EXISTS (
  SELECT FROM listed_matches one JOIN listed_hashes h ON h.id = one.listed_id WHERE one.id = ${matchId} AND ${isLive(clock.now())})`;

/** Matches of records and filings with listed hashes, newest first. Of what is reserved for another custodian, only that it is there. */
export const matchList = custodianList({
  from: "listed_matches m JOIN hash_sources s ON s.id = m.source_id",
  scope: () => sql`true`,
  order: NEWEST,
  size: 25,
  may: (ctx) => assertCustodian(db, ctx),
  select: {
    id: field.text("m.id"),
    depictionId: field.of<string | null>("m.depiction_id"),
    requestId: field.of<string | null>("m.request_id"),
    source: field.text("s.name"),
    kind: field.of<SourceKind>("s.kind"),
    listedAt: field.time("m.listed_at"),
    foundAt: field.time("m.found_at"),
    distance: field.count("m.distance"),
    status: field.of<MatchStatus>("m.status"),
  },
  perRow: {
    join: ({ actor: { userId: me } }) => sql`LEFT JOIN depictions d ON d.id = page."depictionId"
      CROSS JOIN LATERAL (SELECT ${conflictWith("depiction", sql`page."depictionId"`, me)}
        OR ${conflictWith("request", sql`page."requestId"`, me)} AS found,
        ${requestAbout(sql`page."depictionId"`, me)} AS about, ${isListed(sql`page.id`)} AS listed) match`,
    select: {
      /** A removal request about the record. */
      removalId: field.of<string | null>("match.about"),
      isListed: field.of<boolean>("match.listed"),
      title: field.of<string | null>("d.title"),
      isReserved: field.of<boolean>("match.found"),
    },
  },
  filters: {
    status: filter.oneOf<MatchStatus, StaffActor>(MATCH_STATUSES, filter.is("m.status::text")),
  },
  present: (rows) =>
    rows.map(({ isReserved, ...match }) => (isReserved ? ({ id: match.id, isReserved } as Reserved) : match)),
});

export type MatchRow = Exclude<RowIn<typeof matchList>, Reserved>;

/** A match as the page of its record or request shows it. */
export type Listed = {
  id: string;
  source: string;
  kind: SourceKind;
  listedAt: Date;
  distance: number;
  foundAt: Date;
  status: MatchStatus;
  isListed: boolean;
  /** A removal request about the record, for custodians who may see it. */
  removalId: string | null;
};

const SHOWN = 20;

/** Who else lists what a record shows, or what a claimant named. Not what has ended. Throws `Forbidden`, also `conflict_of_interest`. */
export async function findListed(
  ctx: Ctx<StaffActor>,
  about: { depictionId: string } | { requestId: string },
): Promise<Listed[]> {
  await assertNoConflict(
    db,
    ctx,
    "depictionId" in about ? { depiction: about.depictionId } : { request: about.requestId },
  );
  const met =
    "depictionId" in about ? sql`m.depiction_id = ${about.depictionId}` : sql`m.request_id = ${about.requestId}`;
  return rowsIn<Listed>(db)`
    SELECT m.id, s.name AS source, s.kind::text AS kind, m.listed_at, m.distance::int AS distance, m.found_at, m.status::text AS status,
      ${isListed(sql`m.id`)} AS is_listed, ${requestAbout(sql`m.depiction_id`, ctx.actor.userId)} AS removal_id
    FROM listed_matches m JOIN hash_sources s ON s.id = m.source_id
    WHERE ${met} AND m.status <> 'ended' ORDER BY m.distance, m.id LIMIT ${SHOWN}`;
}

/**
 * A custodian says whether a match shows what is listed, or changes what was said while its hash is listed. This has no other effect. A
 * repeat changes nothing. Throws `NotFound`, `Forbidden`, also `conflict_of_interest`, and `Conflict` `match_ended`.
 */
export function decideMatch(
  ctx: Ctx<StaffActor>,
  { matchId, isSame }: { matchId: string; isSame: boolean },
): Promise<void> {
  return inTransaction(async (tx) => {
    await assertCustodian(tx, ctx);
    const [locked] = isId(matchId)
      ? await rowsIn<{ isListed: boolean }>(tx)`
          SELECT ${isListed(sql`m.id`)} AS is_listed FROM listed_matches m WHERE m.id = ${matchId} FOR NO KEY UPDATE OF m`
      : [];
    if (!locked) throw new NotFound();
    const match = await tx.listedMatch.findUniqueOrThrow({ where: { id: matchId } });
    const { depictionId, requestId, sourceId, distance } = match;
    await assertNoConflict(tx, ctx, { depiction: depictionId ?? [], request: requestId ?? [] });
    const status = isSame ? "same" : "different";
    if (match.status === status) return;
    if (match.status === "ended" || (match.status !== "open" && !locked.isListed)) {
      throw new Conflict("match_ended", "This hash is no longer listed.");
    }
    const decided = { status, decidedById: ctx.actor.userId, decidedAt: clock.now() } as const;
    await tx.listedMatch.update({ where: { id: matchId, status: match.status }, data: decided });
    const line = { ctx, partnerId: null, detail: { matchId, sourceId, distance, outcome: status } };
    if (depictionId)
      record(tx, { ...line, action: "depiction.listing_decided", subject: { kind: "depiction", id: depictionId } });
    if (requestId)
      record(tx, {
        ...line,
        action: "removal_request.listing_decided",
        subject: { kind: "removal_request", id: requestId },
      });
  });
}
