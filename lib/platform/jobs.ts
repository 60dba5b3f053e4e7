import type { z } from "zod";
import { Prisma, type Tx } from "./db";
import { currentCallerId, currentRequestId } from "./request-context";

/** What a task knows about its job. */
export type JobContext = {
  /** The id of the request that queued the job, or an id of its own for a scheduled run. */
  requestId: string;
  /** 1 on the first attempt. */
  attempt: number;
  lastAttempt: boolean;
  /** Aborts when the worker must stop before the task ends. */
  signal: AbortSignal | undefined;
};

/** A kind of job: its name in the queue, its payload's schema, and what it does. */
export type Task = {
  name: string;
  run: (payload: unknown, context: JobContext) => Promise<void>;
  /**
   * Jobs that take minutes have slots of their own, so mails don't wait for them: `long`, or `heavy` if they keep a core busy, of which
   * a process runs one at a time.
   */
  slot?: "long" | "heavy";
};

/** A task that runs on a schedule (UTC, five cron fields). Its payload is empty. */
export type Schedule = { task: Task; cron: string };

export type EnqueueOptions = {
  runAt?: Date;
  /** A later job with the same key replaces an earlier one that hasn't started. */
  jobKey?: string;
  /** Jobs of one queue run strictly one after another. */
  queueName?: string;
  /** 25 by default, over about three days. */
  maxAttempts?: number;
  /** Smaller runs sooner. 0 by default. */
  priority?: number;
  /**
   * How the keys of this job's line start, and its own. Each queued job in it with a smaller key adds one to `priority`, so that lines take
   * turns and the longest one delays no other.
   */
  line?: string;
};

/**
 * Declares a task. The payload is parsed when the job runs, because an older version of this service may have queued it. The queue
 * retries a task that throws.
 */
export function defineTask<S extends z.ZodType>(
  name: string,
  schema: S,
  perform: (payload: z.output<S>, context: JobContext) => Promise<void>,
  about: Pick<Task, "slot"> = {},
): Task {
  return { name, run: (payload, context) => perform(schema.parse(payload), context), ...about };
}

/**
 * Adds a job inside the caller's transaction: it exists if and only if the transaction commits.
 * It carries the current request id into its logs.
 */
export async function enqueue(tx: Pick<Tx, "$executeRaw">, ...job: Job): Promise<void> {
  await tx.$executeRaw(Prisma.sql`SELECT ${addJob(...job)}`);
}

/** Adds a job of one task for each payload, in one statement, or none. */
export async function enqueueEach(
  tx: Pick<Tx, "$executeRaw">,
  task: string,
  payloads: readonly Readonly<Record<string, unknown>>[],
  { maxAttempts, queueName, priority }: Pick<EnqueueOptions, "maxAttempts" | "queueName" | "priority"> = {},
): Promise<void> {
  if (payloads.length === 0) return;
  const envelopes = JSON.stringify(payloads.map(envelopeOf));
  await tx.$executeRaw`
    SELECT graphile_worker.add_job(identifier => ${task}::text, payload => envelope, queue_name => ${queueName ?? null}::text,
      max_attempts => ${maxAttempts ?? null}::int, priority => ${priority ?? 0}::int)
    FROM json_array_elements(${envelopes}::json) AS envelope`;
}

type Job = [task: string, payload: Readonly<Record<string, unknown>>, options?: EnqueueOptions];

/** `enqueue` as an SQL expression, for a statement that makes a change and adds its job in one. */
export function addJob(...[task, payload, options = {}]: Job): Prisma.Sql {
  const { runAt, jobKey, queueName, maxAttempts, priority, line } = options;
  const envelope = JSON.stringify(envelopeOf(payload));
  return Prisma.sql`graphile_worker.add_job(
    identifier => ${task}::text, payload => ${envelope}::json, queue_name => ${queueName ?? null}::text,
    run_at => ${runAt?.toISOString() ?? null}::timestamptz, max_attempts => ${maxAttempts ?? null}::int,
    job_key => ${jobKey ?? null}::text, priority => ${priority ?? 0}::int + ${line && jobKey ? placeIn(line, jobKey) : 0}::int)`;
}

/** Those beyond share the last place, until they are added again. */
const PLACES = 300;

const placeIn = (line: string, jobKey: string): Prisma.Sql => Prisma.sql`(SELECT count(*) FROM (
  SELECT FROM graphile_worker.jobs WHERE key >= ${line} AND key < ${jobKey} AND attempts < max_attempts ORDER BY key DESC LIMIT ${PLACES}) AS before)`;

/** A job's data, and what added it. */
const envelopeOf = (data: unknown) => ({ requestId: currentRequestId(), callerId: currentCallerId(), data });
