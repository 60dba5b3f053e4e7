import { setTimeout as wait } from "node:timers/promises";
import { db, inTransaction, isDatabasesFault, sqlState } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { addToSearch, Unmarkable } from "./add-to-search";

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
      if (first === undefined || isDatabasesFault(error)) throw error;
      if (taken.length === 1) {
        if (!isRecordsFault(error)) throw error;
        await leaveAside(first, error);
        return 1;
      }
      // Where they only took too long, fewer may do.
      most = Math.ceil(taken.length / 2);
    }
  }
}

// A connection that is lost and a transaction that took too long come without a code of the database.
const isRecordsFault = (error: unknown): boolean => error instanceof Unmarkable || sqlState(error) !== undefined;

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
