import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { requestLog } from "@/lib/api/request-log/queue";
import { receivePaymentMessage } from "@/lib/domain/billing";
import { startSender } from "@/lib/domain/events";
import { readDocumentTask } from "@/lib/domain/identity";
import { writeKeyUses } from "@/lib/domain/parties/keys";
import { tasks } from "@/lib/jobs";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { startMailSink } from "@/lib/platform/mail-sink/start";
import { startStripe } from "@/peers/stripe";

/** Something that happens at a time. */
type Act = { at: Date; run: () => Promise<unknown> };

/** The demo's world: its clock, what the worker does, and the platform's webhook receiver. */
export type World = {
  /** Plays what happens until then, in order, and stops the clock there. It never goes back. */
  passTo: (at: Date) => Promise<void>;
  /** What will happen at its time. */
  plan: (...acts: readonly Act[]) => void;
  /** What the platform's receiver answers from now on. */
  answerWith: (status: number) => void;
  /** Saves a card on the page that this URL opens. Does nothing without the payment stand-in. */
  saveCard: (url: string) => Promise<void>;
  close: () => Promise<void>;
};

const SWEEP_MS = 25;
const LOOK_MS = 10;

// Reading documents takes seconds each. The worker does it once the service runs.
const LATER = new Set([readDocumentTask.name]);

/**
 * Starts the demo's world at a time. Its clock moves by a millisecond with each reading, so that nothing happens twice at once. No
 * worker may run beside it, because that would do the work of the past in the present.
 */
export async function startWorld(begins: Date, { receiverPort }: { receiverPort: number }): Promise<World> {
  const { databaseUrl, usesSink, sinkPort, dataDir, stripe } = env();
  const began = clock.now();
  clock.freeze(begins);
  clock.tick();
  const inbox = usesSink ? await startMailSink({ smtpPort: sinkPort, httpPort: 0, dir: join(dataDir, "mail") }) : null;
  const payments =
    stripe.standIn &&
    (await startStripe({
      ...stripe.standIn,
      secretKey: stripe.secretKey.reveal(),
      webhookSecret: stripe.webhookSecret.reveal(),
      file: join(dataDir, "stripe.json"),
      now: clock.now,
    }));
  let status = 204;
  const receiver = createServer((message, response) => {
    message.resume().once("end", () => response.writeHead(status).end());
  });
  await new Promise<void>((resolve, reject) =>
    receiver.once("error", reject).listen(receiverPort, "127.0.0.1", resolve),
  );
  const sender = await startSender({ databaseUrl, allowPrivate: true, sweepMs: SWEEP_MS });
  const failed = new Set<string>();
  let planned: Act[] = [];

  /** Works off what is due now, as the worker would. */
  async function settle(): Promise<void> {
    do while (await isDue()) await wait(LOOK_MS);
    while ((await runJobs(began, failed)) + (await takePayments()) > 0);
  }

  async function takePayments(): Promise<number> {
    const messages = payments?.takeMessages() ?? [];
    const ctx = { actor: { kind: "system" as const, name: "stripe" }, requestId: newId() };
    for (const message of messages) await receivePaymentMessage(ctx, message);
    return messages.length;
  }

  /** The time of the next act or retry, if it comes before `end`. */
  async function nextMoment(end: Date): Promise<Date | null> {
    const retry = await db.webhookDelivery.findFirst({
      where: { status: "pending", nextAttemptAt: { not: null } },
      orderBy: { nextAttemptAt: "asc" },
      select: { nextAttemptAt: true },
    });
    const moments = [planned[0]?.at, retry?.nextAttemptAt].filter((at) => at instanceof Date && at <= end);
    return moments.reduce<Date | null>((first, at) => (at && (!first || at < first) ? at : first), null);
  }

  const moveTo = (at: Date) => void (at > clock.now() && clock.freeze(at));

  return {
    plan: (...acts) => {
      planned = [...planned, ...acts].sort((a, b) => a.at.getTime() - b.at.getTime());
    },
    answerWith: (next) => {
      status = next;
    },
    async saveCard(url) {
      payments?.payCheckout(new URL(url).pathname.split("/").at(-1) ?? "");
      await takePayments();
    },
    async passTo(end) {
      await settle();
      for (let at = await nextMoment(end); at; at = await nextMoment(end)) {
        moveTo(at);
        if (planned[0] && planned[0].at <= at) await planned.shift()?.run();
        await settle();
      }
      moveTo(end);
    },
    async close() {
      await sender.stop();
      receiver.closeAllConnections();
      await new Promise((resolve) => receiver.close(resolve));
      await inbox?.close();
      await payments?.close();
      await requestLog().flush();
      await writeKeyUses();
      clock.reset();
    },
  };
}

const isDue = async (): Promise<boolean> =>
  (await db.webhookDelivery.count({
    where: { status: "pending", nextAttemptAt: { lte: clock.now() } },
    take: 1,
  })) > 0;

/**
 * Runs the jobs that are due, one after another, and returns how many. Those without a time of their own got one by the
 * database's clock, so since the play `began`, and are due at once. One that fails stays for the worker.
 */
async function runJobs(began: Date, failed: Set<string>): Promise<number> {
  const due = await db.$queryRaw<{ id: string; task: string; payload: { requestId?: string; data: unknown } }[]>`
    SELECT j.id::text, t.identifier AS task, j.payload
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE (j.run_at <= ${clock.now()} OR j.run_at BETWEEN ${began} AND now()) AND j.id::text <> ALL (${[...failed]}::text[])
      AND t.identifier <> ALL (${[...LATER]}::text[])
    ORDER BY j.priority, j.id`;
  for (const { id, task, payload } of due) {
    const { requestId = id, data } = payload;
    const job = { requestId, attempt: 1, lastAttempt: false, signal: undefined };
    try {
      await tasks.find(({ name }) => name === task)?.run(data, job);
      await db.$queryRaw`SELECT FROM graphile_worker.complete_jobs(ARRAY[${id}::bigint])`;
    } catch (error) {
      log.warn({ err: error, task }, "a job of the demo is left to the worker");
      failed.add(id);
    }
  }
  return due.length;
}
