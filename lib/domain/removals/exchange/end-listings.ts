import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { isLive } from "./match-listed";

/** For how long an ended hash stays, so that a source that lists it again by mistake or by correction finds its matches. */
const GRACE_MS = 30 * DAY_MS;
const AT_ONCE = 1_000;

/**
 * Ends open matches once their hash or its source has ended, and deletes hashes thirty days after that. What a custodian decided stays.
 */
export const endListingsTask = defineTask("end_listed_hashes", z.object({}), async (_, { signal }) => {
  const now = clock.now();
  await db.$executeRaw`
    UPDATE listed_matches m SET status = 'ended' FROM listed_hashes h
    WHERE m.status = 'open' AND h.id = m.listed_id AND NOT ${isLive(now)}`;
  const before = new Date(now.getTime() - GRACE_MS);
  for (let deleted = AT_ONCE; deleted === AT_ONCE; ) {
    signal?.throwIfAborted();
    deleted = await db.$executeRaw`
      WITH gone AS MATERIALIZED (
        SELECT h.id FROM listed_hashes h WHERE h.ends_at <= ${before} OR h.withdrawn_at <= ${before}
          OR h.source_id IN (SELECT id FROM hash_sources WHERE ended_at <= ${before}) LIMIT ${AT_ONCE}),
      matches AS (DELETE FROM listed_matches WHERE status = 'ended' AND listed_id IN (SELECT id FROM gone))
      DELETE FROM listed_hashes WHERE id IN (SELECT id FROM gone)`;
  }
});

export const endListingsSchedule: Schedule = { task: endListingsTask, cron: "25 * * * *" };
