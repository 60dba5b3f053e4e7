import { setTimeout as wait } from "node:timers/promises";
import { log } from "@/lib/platform/log";
import { createReceiverPools } from "@/lib/platform/receivers";
import { metrics } from "@/lib/platform/telemetry/metrics";
import { inSpan } from "@/lib/platform/telemetry/traces";
import { readSecrets } from "../open-secrets";
import { ATTEMPT_MS, attempt } from "./attempt";
import { type Result, readBody, readDue, readDueEndpoints } from "./due";
import { EndpointQueues, type NextSend } from "./queues";
import { recordWithRetries } from "./record-attempts";
import { openSession } from "./session";

// Finds deliveries that became due, and endpoints that another sender released.
const SWEEP_MS = 1_000;
// Notifications during this pause are handled together.
const READ_PAUSE_MS = 20;
// Attempts that end during this pause are recorded together.
const BATCH_MS = 5;
const STOP_MS = 5_000;
// A working sender reads every second.
const STALLED_MS = 15_000;

export type Sender = {
  /** Throws if the sender is not sending what is due. */
  check: () => void;
  /** Starts nothing new and waits up to 5 s for running attempts. Another sender does the rest. */
  stop: () => Promise<void>;
};

type Options = {
  databaseUrl: string;
  allowPrivate: boolean;
  /** The limit for an attempt, and the pause between sweeps. Shorter in tests and benchmarks. */
  attemptMs?: number;
  sweepMs?: number;
};

/**
 * Sends what is due. Any number of senders can run: each locks the endpoints it sends to, reads a little ahead for each, and
 * records attempts in batches. When a sender dies, its locks end with its connection, and whatever it did not record is still
 * due: sent at least once, never lost. Contract: Events, delivery rules.
 */
export async function startSender(options: Options): Promise<Sender> {
  const { databaseUrl, allowPrivate, attemptMs = ATTEMPT_MS, sweepMs = SWEEP_MS } = options;
  const pools = createReceiverPools({ allowPrivate });
  const queues = new EndpointQueues();
  const running = new Set<Promise<void>>();
  let results: Result[] = [];
  let recording: Promise<void> | undefined;
  let reading: Promise<void> | undefined;
  let readAgain = false;
  let lastRead = performance.now();
  let pacing: NodeJS.Timeout | undefined;
  let stopping = false;
  let stopped = false;

  /** Reads once at a time. Calls made meanwhile lead to one more read. */
  function read(): void {
    readAgain = true;
    reading ??= readWhileAsked();
  }

  async function readWhileAsked(): Promise<void> {
    try {
      while (readAgain && !stopping) {
        readAgain = false;
        await readOnce();
        await wait(READ_PAUSE_MS);
      }
    } catch (error) {
      log.error({ err: error }, "webhook deliveries could not be read, will be tried again");
    } finally {
      reading = undefined;
    }
  }

  async function readOnce(): Promise<void> {
    const due = await readDueEndpoints(session);
    await session.unlock(queues.update(due));
    const unlocked = queues.unlocked(due);
    const locked = new Set(await session.lock(unlocked.map(({ id }) => id)));
    for (const endpoint of unlocked) if (locked.has(endpoint.id)) queues.open(endpoint);
    const counts = queues.readCounts();
    const [rows, secrets] = await Promise.all([
      readDue(session, { counts, except: queues.busy() }),
      queues.ids.length > 0 ? readSecrets(queues.ids) : new Map(),
    ]);
    queues.setSecrets(secrets);
    queues.add(rows, counts);
    lastRead = performance.now();
    start();
  }

  function start(): void {
    if (stopping) return;
    for (const next of queues.start()) {
      const run = send(next).finally(() => running.delete(run));
      running.add(run);
    }
    const waitMs = queues.waitMs();
    clearTimeout(pacing);
    if (waitMs !== null) pacing = setTimeout(start, waitMs);
  }

  async function send(next: NextSend): Promise<void> {
    const { delivery, url, secrets } = next;
    const { id: deliveryId, endpointId, eventId, type, rehearsal } = delivery;
    const body = await readBody(session, delivery).catch((error: unknown) => {
      log.error({ err: error, deliveryId }, "a webhook delivery could not be read, will be tried again");
      return null;
    });
    if (!body) {
      // It is still due, so the next read finds it again.
      queues.end(next, false);
      queues.forget(delivery);
      return;
    }
    const message = { deliveryId, endpointId, eventId, type, url, body, rehearsal, secrets };
    const about = { "delivery.id": message.deliveryId, "event.id": message.eventId, "event.type": message.type };
    const outcome = await inSpan("delivery", { kind: "CLIENT", attributes: about }, () =>
      attempt(message, { pools, allowPrivate, attemptMs }),
    );
    metrics().deliveries.observe({ outcome: outcome.succeeded ? "delivered" : "failed" }, outcome.durationMs / 1000);
    // We aborted it, so its outcome is unknown and it is still due.
    if (stopped) return;
    queues.end(next, outcome.succeeded);
    results.push({ delivery, attempt: outcome });
    recording ??= recordResults();
    start();
    if (queues.needsMore()) read();
  }

  // One batch at a time, so batches grow with the load.
  async function recordResults(): Promise<void> {
    try {
      while (results.length > 0) {
        await wait(BATCH_MS);
        const batch = results;
        results = [];
        await recordWithRetries(batch);
        for (const { delivery } of batch) queues.forget(delivery);
      }
    } finally {
      recording = undefined;
    }
  }

  const session = await openSession({ databaseUrl, onNotify: read, onLost: () => queues.dropLocks() });
  const sweep = setInterval(read, sweepMs);
  read();

  return {
    check() {
      if (!session.isConnected()) throw new Error("the webhook sender has no database");
      if (performance.now() - lastRead > STALLED_MS)
        throw new Error("the webhook sender no longer looks for what is due");
    },
    stop: async () => {
      stopping = true;
      clearInterval(sweep);
      clearTimeout(pacing);
      await reading;
      await Promise.race([Promise.all(running), wait(STOP_MS, undefined, { ref: false })]);
      stopped = true;
      while (recording) await recording;
      await session.close();
      await pools.close();
    },
  };
}
