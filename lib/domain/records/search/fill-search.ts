import { setTimeout as wait } from "node:timers/promises";
import { db, inTransaction, Prisma, type Tx } from "@/lib/platform/db";
import { LOCKS } from "@/lib/platform/locks";
import { log } from "@/lib/platform/log";
import type { SearchKind } from "@/prisma/generated/client";

const BATCH = 500;
const PAUSE_MS = 1_000;
/** The search is filled in shares, each by one indexer at a time. A record is always in the same share. */
export const SHARES = 8;
/** Indexers of one process. */
const INDEXERS = 2;

/** Queues records that this transaction logs, changes or erases. The search has them about a second later. */
export async function queueForSearch(tx: Tx, kind: SearchKind, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`INSERT INTO search_queue SELECT ${kind}::search_kind, unnest(${ids}::text[])`;
}

/** A scene's latest publications that word searches find. Its full URLs are all found. */
const URLS_MOST = 1_000;

/** The current state of the queued records of each kind. For an erased one, what the index keeps. */
const SOURCES = Prisma.sql`
  SELECT t.kind, d.id, d.partner_id, d.production_date, false AS erased, d.title, d.content_url, d.external_content_id AS external_id,
    d.file_hash
  FROM taken t JOIN depictions d ON t.kind = 'depiction' AND d.id = t.record_id
  UNION ALL
  (SELECT DISTINCT ON (i.depiction_id) t.kind, i.depiction_id, i.partner_id, i.production_date, true, i.title, i.content_url,
    i.external_content_id, NULL
  FROM taken t JOIN index_entries i ON t.kind = 'depiction' AND i.depiction_id = t.record_id AND i.title IS NOT NULL
  WHERE NOT EXISTS (SELECT FROM depictions d WHERE d.id = i.depiction_id))
  UNION ALL
  SELECT t.kind, s.id, s.partner_id, coalesce(s.shoot_date, s.created_at), false, s.title, (
    SELECT string_agg(content_url, E'\n') FROM (
      SELECT content_url FROM scene_publications WHERE scene_id = s.id ORDER BY id DESC LIMIT ${URLS_MOST}) AS latest), NULL, NULL
  FROM taken t JOIN collab_scenes s ON t.kind = 'scene' AND s.id = t.record_id AND s.status = 'greenlit'
  UNION ALL
  (SELECT DISTINCT ON (i.scene_id) t.kind, i.scene_id, i.partner_id, i.production_date, true, i.title, i.content_urls, NULL, NULL
  FROM taken t JOIN scene_index_entries i ON t.kind = 'scene' AND i.scene_id = t.record_id AND i.title IS NOT NULL
  WHERE NOT EXISTS (SELECT FROM collab_scenes s WHERE s.id = i.scene_id))`;

/** Writes the current state of queued records to the search and removes deleted ones. Returns how many it processed. */
export async function fillSearch(first = 0): Promise<number> {
  const shares = await queuedShares();
  let filled = 0;
  // Each indexer begins elsewhere, so that it seldom meets another.
  for (const [n] of shares.entries()) {
    const share = shares[(n + first) % shares.length];
    if (share !== undefined) filled += await inTransaction((tx) => fillShare(tx, share));
  }
  return filled;
}

/** The shares of the longest queued records, in no order. */
async function queuedShares(): Promise<number[]> {
  const found = await db.$queryRaw<{ share: number }[]>`
    SELECT DISTINCT ${SHARE} AS share FROM (SELECT record_id FROM search_queue LIMIT ${SHARES * BATCH}) AS longest`;
  return found.map(({ share }) => share);
}

const SHARE = Prisma.sql`hashtext(record_id) & ${Prisma.raw(String(SHARES - 1))}`;

/** Fills up to 500 records of a share, in a transaction. Does nothing while another indexer fills it. */
export async function fillShare(tx: Tx, share: number): Promise<number> {
  const [lock] = await tx.$queryRaw<{ mine: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${LOCKS.search}::int, ${share}::int) AS mine`;
  if (!lock?.mine) return 0;
  const [count] = await tx.$queryRaw<{ taken: number }[]>`
    WITH removed AS (
      DELETE FROM search_queue WHERE ctid = ANY (ARRAY(SELECT ctid FROM search_queue WHERE (${SHARE}) = ${share}::int LIMIT ${BATCH})) RETURNING kind, record_id),
    taken AS MATERIALIZED (SELECT DISTINCT kind, record_id FROM removed),
    source AS MATERIALIZED (${SOURCES}),
    written AS (
      INSERT INTO search_records (kind, id, partner_id, production_date, erased, text, external_id, url_hash, file_hash)
      SELECT kind, id, partner_id, production_date, erased,
        search_fold(concat_ws(E'\n', title, regexp_replace(content_url, '^https?://', '', 'gin'), external_id)), external_id,
        CASE kind WHEN 'depiction' THEN match_url_hash(content_url) END, file_hash
      FROM source ORDER BY kind, id
      ON CONFLICT ON CONSTRAINT search_records_pkey DO UPDATE SET production_date = excluded.production_date, erased = excluded.erased,
        text = excluded.text, external_id = excluded.external_id, url_hash = excluded.url_hash, file_hash = excluded.file_hash),
    gone AS (
      DELETE FROM search_records s USING taken t WHERE s.kind = t.kind AND s.id = t.record_id
        AND NOT EXISTS (SELECT FROM source WHERE source.kind = t.kind AND source.id = t.record_id))
    SELECT count(*)::int AS taken FROM removed`;
  return count?.taken ?? 0;
}

export type SearchFilling = {
  /** Starts no further batch, and waits for the current one. */
  stop: () => Promise<void>;
};

/**
 * Fills the search until stopped, with two indexers. Any number of processes may run it. A killed process loses nothing, because its
 * batches are still queued.
 */
export function startSearchFilling(): SearchFilling {
  const stopping = new AbortController();
  const { signal } = stopping;
  const index = async (first: number): Promise<void> => {
    while (!signal.aborted) {
      try {
        // A full batch of one share, or parts of several, may have left some behind.
        while (!signal.aborted && (await fillSearch(first)) >= BATCH);
      } catch (error) {
        log.error({ err: error }, "the search could not be filled, will be retried");
      }
      await wait(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = Promise.all(Array.from({ length: INDEXERS }, (_, n) => index((n * SHARES) / INDEXERS)));
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
