import { setTimeout as wait } from "node:timers/promises";
import { db, inTransaction, sqlState, type Tx } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { holdWords } from "./forget-words";
import { marksOf, type Searchable, vocabularyOf } from "./marks";
import { dayOf, partOf } from "./windows";

const BATCH = 500;
const PAUSE_MS = 1_000;

export type SearchFilling = {
  /** Takes no further batch, and waits for the one under way. */
  stop: () => Promise<void>;
};

/**
 * Puts what is logged into the search, about a second later, until it is stopped; beside any number of others that do. What
 * one has taken and not put there when it dies is taken by another.
 */
export function startSearchFilling(): SearchFilling {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = (async () => {
    while (!signal.aborted) {
      try {
        while (!signal.aborted && (await fillSearch()) === BATCH);
      } catch (error) {
        log.error({ err: error }, "the search could not be filled, will be tried again");
      }
      await wait(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/**
 * Puts up to 500 of those that wait into the search, the first ones first. Returns how many it took. One that cannot be put
 * there holds up no other: it is found by halves, left aside for an hour, and told of.
 */
export async function fillSearch(): Promise<number> {
  for (let most = BATCH; ; ) {
    const taken: string[] = [];
    try {
      await takeAndAdd(most, taken);
      return taken.length;
    } catch (error) {
      const [first] = taken;
      if (first === undefined || NO_RECORDS_FAULT.test(sqlState(error) ?? "")) throw error;
      if (taken.length === 1) {
        await leaveAside(first, error);
        return 1;
      }
      most = Math.ceil(taken.length / 2);
    }
  }
}

// Connections, resources, two in each other's way, a server that stops.
const NO_RECORDS_FAULT = /^(08|40|53|55|57|58)/;

async function takeAndAdd(most: number, taken: string[]): Promise<void> {
  await inTransaction(async (tx) => {
    taken.length = 0;
    const waiting = await tx.$queryRaw<{ id: string }[]>`
      DELETE FROM depictions_to_search WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM depictions_to_search WHERE again_at IS NULL OR again_at <= now()
        LIMIT ${most} FOR UPDATE SKIP LOCKED)) RETURNING depiction_id AS id`;
    taken.push(...waiting.map(({ id }) => id));
    await addToSearch(tx, taken);
  });
}

async function leaveAside(depictionId: string, error: unknown): Promise<void> {
  // Scans what waits, as the taking does; this is rare.
  await db.$executeRaw`
    UPDATE depictions_to_search SET again_at = now() + interval '1 hour' WHERE depiction_id = ${depictionId}`;
  log.error({ err: error, depictionId }, "a record could not be put into the search, will be tried again in an hour");
}

type Row = Omit<Searchable, "place"> & { id: string; place: bigint };

/**
 * Puts depictions into the search, erased ones too as long as the index of who appears has an entry of them; those that are
 * there already stay as they are.
 */
export async function addToSearch(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await holdWords(tx);
  const rows = await tx.$queryRaw<Row[]>`
    SELECT r.*, nextval('depiction_search_place') AS place FROM (
      SELECT id, partner_id AS "partnerId", account_id AS "accountId", production_date AS "productionDate", title,
        content_url AS "contentUrl", external_content_id AS "externalContentId"
      FROM depictions WHERE id = ANY (${ids})
      UNION SELECT depiction_id, partner_id, NULL, production_date, title, content_url, external_content_id FROM index_entries i
      WHERE depiction_id = ANY (${ids}) AND title IS NOT NULL AND NOT EXISTS (SELECT FROM depictions WHERE id = i.depiction_id)
      ORDER BY id) AS r`;
  const marked = rows.map(({ id, ...row }) => {
    const place = Number(row.place);
    return { id, place, marks: marksOf({ ...row, place }) };
  });
  const days = [
    ...new Set(rows.map(({ productionDate, place }) => `${dayOf(productionDate)} ${partOf(Number(place))}`)),
  ];
  // In one order, as the rows are, so that two that do the same wait for each other and do not block each other.
  const words = [...new Set(rows.flatMap(vocabularyOf))].sort();
  await tx.$executeRaw`INSERT INTO search_vocabulary SELECT unnest(${words}::text[]) ON CONFLICT DO NOTHING`;
  await tx.$executeRaw`
    INSERT INTO search_day_parts (day, part)
    SELECT split_part(said, ' ', 1)::int, split_part(said, ' ', 2)::int FROM unnest(${days.sort()}::text[]) AS said
    ON CONFLICT DO NOTHING`;
  await tx.$executeRaw`
    INSERT INTO depiction_search (depiction_id, place, marks)
    SELECT id, place, marks FROM json_to_recordset(${JSON.stringify(marked)}::json) AS r(id text, place bigint, marks int[])
    WHERE EXISTS (SELECT FROM depictions d WHERE d.id = r.id) OR EXISTS (SELECT FROM index_entries i WHERE i.depiction_id = r.id)
    ORDER BY place ON CONFLICT DO NOTHING`;
}

/** Takes out of the search what is neither a depiction nor in the index of who appears any more. */
export async function removeFromSearch(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // Whoever takes out another entry of the same depiction waits here, and then sees that this one is gone.
  await tx.$queryRaw`SELECT FROM depiction_search WHERE depiction_id = ANY (${ids}) ORDER BY depiction_id FOR UPDATE`;
  await tx.$executeRaw`
    DELETE FROM depiction_search s WHERE depiction_id = ANY (${ids})
      AND NOT EXISTS (SELECT FROM index_entries i WHERE i.depiction_id = s.depiction_id)
      AND NOT EXISTS (SELECT FROM depictions d WHERE d.id = s.depiction_id)`;
}
