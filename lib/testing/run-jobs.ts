import { fillSearch } from "@/lib/domain/records/search";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import type { Task } from "@/lib/platform/jobs";
import { takeJob } from "./queue";

/** A task's run: the first of several attempts. */
export const firstRun = { requestId: "test", attempt: 1, lastAttempt: false, signal: undefined };

/**
 * Runs a task's jobs that are due by the service's clock, one after another, including jobs they add. `about` selects
 * those whose payload contains it. Returns how many ran.
 */
export async function runJobs(task: Task, about: Record<string, unknown> = {}): Promise<number> {
  for (let ran = 0; ; ran++) {
    const job = await takeJob(task.name, { now: clock.now(), about });
    if (!job) return ran;
    const { requestId = "test", data } = job;
    await task.run(data, { ...firstRun, requestId });
  }
}

/** Runs the search indexer until its queue is empty, as a worker does every second. */
export async function fillWholeSearch(): Promise<void> {
  do await fillSearch();
  while ((await db.$queryRaw<unknown[]>`SELECT FROM search_queue LIMIT 1`).length > 0);
}
