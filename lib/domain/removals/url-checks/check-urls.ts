import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { keepCheck, planCheck, takeChecks } from "@/lib/domain/custody/takedown-checks";
import { clock } from "@/lib/platform/clock";
import { limitConcurrency } from "@/lib/platform/concurrency";
import { db, inTransaction } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { findingOf, openableUrl, requestUrl } from "./request-url";

/** How many URLs a run takes, and how many of one partner. */
const AT_ONCE = 200;
const PARTNER_MOST = 20;
/** For how long a run has a takedown to itself. Longer than its requests to one host take. */
const TAKEN_MS = 30 * MINUTE_MS;
/** How many URLs of one host a run requests, and how long it waits in between. Those beyond wait for the next run. */
const HOST_MOST = 20;
const PAUSE_MS = 2_000;
const NEXT_RUN_MS = 10 * MINUTE_MS;

const asking = limitConcurrency("url checks", { total: 8 });

/**
 * Looks whether what partners must take down still answers: four times before the deadline, then daily for a week, and once the partner
 * says that it came down. Keeps what it found for the claimant. A takedown without a URL that we may open is not looked at. Contract:
 * Takedown deadlines.
 */
export const checkUrlsTask = defineTask(
  "check_takedown_urls",
  z.unknown(),
  async (_, { signal }) => {
    const until = new Date(clock.now().getTime() + TAKEN_MS);
    const taken = await inTransaction((tx) => takeChecks(tx, { until, most: AT_ONCE, ofPartner: PARTNER_MOST }));
    if (taken.length === 0) return;
    const due = await Promise.all((await urlsOf(taken)).map(withTarget));
    const hosts = Map.groupBy(
      due.flatMap((one) => one ?? []),
      ({ target }) => target.host,
    );
    await Promise.all([...hosts.values()].map((ofHost) => asking.run(() => checkHost(ofHost, signal))));
  },
  { slot: "long" },
);

export const checkUrlsSchedule: Schedule = { task: checkUrlsTask, cron: "*/10 * * * *" };

type Due = { takedownId: string; target: URL };

/** The URLs of takedowns; null for a production, which has none of its own. */
const urlsOf = (ids: readonly string[]) => db.$queryRaw<{ id: string; url: string | null }[]>`
  SELECT t.id, coalesce(d.content_url, e.content_url, p.content_url) AS url
  FROM takedowns t JOIN removal_items i ON i.id = t.item_id
    LEFT JOIN depictions d ON d.id = i.depiction_id
    LEFT JOIN erased_depictions e ON e.depiction_id = i.depiction_id
    LEFT JOIN scene_publications p ON p.id = i.publication_id
  WHERE t.id = ANY (${[...ids]}::text[]) ORDER BY t.deadline_at, t.id`;

async function withTarget({ id, url }: { id: string; url: string | null }): Promise<Due | null> {
  const target = url ? openableUrl(url) : null;
  if (target) return { takedownId: id, target };
  await inTransaction((tx) => planCheck(tx, id, null));
  return null;
}

async function checkHost(due: readonly Due[], signal: AbortSignal | undefined): Promise<void> {
  for (const [n, { takedownId, target }] of due.entries()) {
    // What isn't looked at because the worker stops is taken again when its time is over.
    signal?.throwIfAborted();
    if (n >= HOST_MOST) {
      await inTransaction((tx) => planCheck(tx, takedownId, new Date(clock.now().getTime() + NEXT_RUN_MS)));
      continue;
    }
    if (n > 0) await wait(PAUSE_MS, undefined, signal ? { signal } : {});
    const lookedAt = clock.now();
    const answer = await requestUrl(target);
    const isGone = findingOf(answer) === "gone";
    await inTransaction((tx) => keepCheck(tx, { takedownId, lookedAt, ...answer, isGone }));
  }
}
