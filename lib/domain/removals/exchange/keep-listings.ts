import { clock } from "@/lib/platform/clock";
import { rowsIn, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { enqueueEach } from "@/lib/platform/jobs";
import type { Listing } from "./formats";

/** How many hashes one job matches. */
const MATCHED_AT_ONCE = 100;
const WRITTEN_AT_ONCE = 5_000;

export const MATCH_LISTED = "match_listed_hashes";

/** `added`: also those that are listed again after an end. */
export type Kept = { added: number; renewed: number; withdrawn: number };

type Source = { id: string; daysKept: number };

/**
 * Keeps what a source lists: new hashes, which are matched soon, a later end of those that it lists again, and that of those it has
 * withdrawn, with their open matches. A repeat on the same day changes nothing.
 */
export async function keepListings(tx: Tx, source: Source, listings: readonly Listing[]): Promise<Kept> {
  const last = [...new Map(listings.map((one) => [one.externalId, one])).values()];
  const kept: Kept = { added: 0, renewed: 0, withdrawn: 0 };
  for (let from = 0; from < last.length; from += WRITTEN_AT_ONCE) {
    const some = last.slice(from, from + WRITTEN_AT_ONCE);
    const { newIds, renewed } = await list(
      tx,
      source,
      some.filter(({ withdrawn }) => !withdrawn),
    );
    await matchSoon(tx, newIds);
    kept.added += newIds.length;
    kept.renewed += renewed;
    kept.withdrawn += await withdraw(
      tx,
      source,
      some.filter(({ withdrawn }) => withdrawn),
    );
  }
  return kept;
}

/** The end of a day, so that what is listed twice in a day ends once. */
const endOf = ({ daysKept }: Source): Date => {
  const now = clock.now().getTime();
  return new Date(now - (now % DAY_MS) + (daysKept + 1) * DAY_MS);
};

async function list(tx: Tx, source: Source, listings: readonly Listing[]) {
  const rows = listings.map(({ externalId, pdq, sha256 }) => ({ id: newId(), externalId, pdq, sha256 }));
  if (rows.length === 0) return { newIds: [], renewed: 0 };
  const now = clock.now();
  // A hash that had ended is listed from now on.
  const written = await rowsIn<{ id: string; isNew: boolean }>(tx)`
    WITH given AS MATERIALIZED (
      SELECT id, "externalId" AS external_id, ('x' || pdq)::bit(256) AS pdq, decode(sha256, 'hex') AS sha256
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given(id text, "externalId" text, pdq text, sha256 text)),
    ended AS MATERIALIZED (
      SELECT h.id FROM listed_hashes h JOIN given g ON h.external_id = g.external_id
      WHERE h.source_id = ${source.id} AND (h.withdrawn_at IS NOT NULL OR h.ends_at <= ${now}))
    INSERT INTO listed_hashes AS h (id, source_id, external_id, pdq, sha256, added_at, ends_at)
    SELECT id, ${source.id}, external_id, pdq, sha256, ${now}, ${endOf(source)} FROM given ORDER BY external_id
    ON CONFLICT (source_id, external_id) DO UPDATE SET
      ends_at = excluded.ends_at, withdrawn_at = NULL,
      added_at = CASE WHEN h.withdrawn_at IS NOT NULL OR h.ends_at <= ${now} THEN excluded.added_at ELSE h.added_at END
    WHERE h.withdrawn_at IS NOT NULL OR h.ends_at <> excluded.ends_at
    RETURNING h.id, (h.id IN (SELECT id FROM given) OR h.id IN (SELECT id FROM ended)) AS is_new`;
  const newIds = written.flatMap(({ id, isNew }) => (isNew ? [id] : []));
  return { newIds, renewed: written.length - newIds.length };
}

async function withdraw(tx: Tx, source: Source, listings: readonly Listing[]): Promise<number> {
  if (listings.length === 0) return 0;
  const ids = listings.map(({ externalId }) => externalId);
  const gone = await rowsIn<{ id: string }>(tx)`
    UPDATE listed_hashes SET withdrawn_at = ${clock.now()}
    WHERE source_id = ${source.id} AND external_id = ANY (${ids}::text[]) AND withdrawn_at IS NULL RETURNING id`;
  await tx.$executeRaw`
    UPDATE listed_matches SET status = 'ended' WHERE status = 'open' AND listed_id = ANY (${gone.map(({ id }) => id)}::text[])`;
  return gone.length;
}

async function matchSoon(tx: Tx, ids: readonly string[]): Promise<void> {
  const payloads = Array.from({ length: Math.ceil(ids.length / MATCHED_AT_ONCE) }, (_, at) => ({
    listedIds: ids.slice(at * MATCHED_AT_ONCE, (at + 1) * MATCHED_AT_ONCE),
  }));
  await enqueueEach(tx, MATCH_LISTED, payloads);
}
