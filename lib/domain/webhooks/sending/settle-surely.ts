import { setTimeout as wait } from "node:timers/promises";
import { sqlState } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { type Result, settle } from "./settle";

const TRIES = 5;

/**
 * Writes down what came of attempts, with several tries: without it they are sent again. Where the database refuses what
 * one of them holds, each is written by itself, and that one without its answer: nobody's receiver can keep the others'
 * results from being written, or have itself asked again for ever. Never throws.
 */
export async function settleSurely(batch: readonly Result[]): Promise<void> {
  for (let tried = 1; tried <= TRIES; tried++) {
    try {
      return await settle(batch);
    } catch (error) {
      log.error({ err: error, deliveries: batch.length, tried }, "attempts could not be written down");
      if (isRefusal(error)) return settleApart(batch);
      if (tried < TRIES) await wait(2 ** tried * 100);
    }
  }
}

async function settleApart(batch: readonly Result[]): Promise<void> {
  const [only, ...others] = batch;
  if (others.length > 0) for (const one of batch) await settleSurely([one]);
  else if (only && hasAnswer(only)) await settleSurely([withoutAnswer(only)]);
}

// Classes of PostgreSQL's errors: data exceptions, violated constraints. Another try would end the same.
const isRefusal = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? "");

const hasAnswer = ({ attempt }: Result): boolean => attempt.responseHeaders !== null || attempt.responseBody !== null;

const withoutAnswer = ({ delivery, attempt }: Result): Result => ({
  delivery,
  attempt: { ...attempt, responseHeaders: null, responseBody: null },
});
