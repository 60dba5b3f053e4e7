import type { z } from "zod";
import type { Tx } from "./db";
import { currentRequestId } from "./request-context";

/** What a task is told about the job that it runs for. */
export type JobContext = {
  /** The id of the request that asked for the job, or of the schedule's own run. */
  requestId: string;
  /** 1 at the first attempt. */
  attempt: number;
  lastAttempt: boolean;
  /** Aborts when the worker has to stop before the task is done. */
  signal: AbortSignal | undefined;
};

/** A kind of job: its name in the queue, the shape of its payload and what it does. */
export type Task = {
  name: string;
  run: (payload: unknown, context: JobContext) => Promise<void>;
  /** Takes minutes or more: such jobs have places of their own, so that no mail waits for the end of one. */
  long?: boolean;
};

/** A task that runs by the clock (UTC, five cron fields). Its payload is empty. */
export type Schedule = { task: Task; cron: string };

export type EnqueueOptions = {
  runAt?: Date;
  /** A later job of the same key replaces an earlier one that has not started. */
  jobKey?: string;
  /** Jobs of one queue run strictly one after another. */
  queueName?: string;
  /** 25 when left out, with waits that grow to about three days in all. */
  maxAttempts?: number;
  /** Smaller runs sooner; 0 when left out. */
  priority?: number;
};

/**
 * Declares a task. The payload is parsed when the job runs, because it may have been written by an older version of
 * this service. Throwing makes the queue try again later.
 */
export function defineTask<S extends z.ZodType>(
  name: string,
  schema: S,
  perform: (payload: z.output<S>, context: JobContext) => Promise<void>,
  about: Pick<Task, "long"> = {},
): Task {
  return { name, run: (payload, context) => perform(schema.parse(payload), context), ...about };
}

/**
 * Adds a job inside the caller's transaction: it exists if and only if the transaction commits.
 * The id of the request under way travels with it, into the logs of whatever the job does.
 */
export async function enqueue(
  tx: Pick<Tx, "$executeRaw">,
  task: string,
  payload: Readonly<Record<string, unknown>>,
  { runAt, jobKey, queueName, maxAttempts, priority }: EnqueueOptions = {},
): Promise<void> {
  const envelope = JSON.stringify({ requestId: currentRequestId(), data: payload });
  await tx.$executeRaw`
    select graphile_worker.add_job(
      identifier => ${task}::text, payload => ${envelope}::json, queue_name => ${queueName ?? null}::text,
      run_at => ${runAt?.toISOString() ?? null}::timestamptz, max_attempts => ${maxAttempts ?? null}::int,
      job_key => ${jobKey ?? null}::text, priority => ${priority ?? null}::int)`;
}
