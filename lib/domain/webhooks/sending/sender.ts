import { setTimeout as wait } from "node:timers/promises";
import { log } from "@/lib/platform/log";
import { createReceiverPools } from "@/lib/platform/receivers";
import { readSecrets } from "../open-secrets";
import { ATTEMPT_MS, attempt } from "./attempt";
import { readBody, readDue, readDueEndpoints } from "./due";
import { Lanes, type Turn } from "./lanes";
import type { Result } from "./record-attempts";
import { settleSurely } from "./record-attempts";
import { openSession } from "./session";

// What is due by time alone, and what another sender gave back, waits this long at most.
const SWEEP_MS = 1_000;
// News that come meanwhile are looked at together.
const LOOK_PAUSE_MS = 20;
// Attempts that end together are settled together.
const GATHER_MS = 5;
const STOP_MS = 5_000;
// It looks every second.
const STILL_AFTER_MS = 15_000;

export type Sender = {
  /** Throws while nothing is sent, whatever is due. */
  check: () => void;
  /** Takes nothing new, and lets attempts finish (5 s at most); another sender does what is left. */
  stop: () => Promise<void>;
};

type Options = {
  databaseUrl: string;
  allowPrivate: boolean;
  /** How long an attempt may take, and how often it is looked for what is due by time; shorter in tests and measurements. */
  attemptMs?: number;
  sweepMs?: number;
};

/**
 * Sends what is due, beside any number of other senders. Each takes endpoints for its own while they want something, reads
 * a little ahead for each, and settles in batches. A sender that dies gives its endpoints back with its connection, and
 * what it did not settle is still due: at least once, never lost. Contract: Events, delivery rules.
 */
export async function startSender(options: Options): Promise<Sender> {
  const { databaseUrl, allowPrivate, attemptMs = ATTEMPT_MS, sweepMs = SWEEP_MS } = options;
  const pools = createReceiverPools({ allowPrivate });
  const lanes = new Lanes();
  const running = new Set<Promise<void>>();
  let results: Result[] = [];
  let settling: Promise<void> | undefined;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let lastLook = performance.now();
  let stopping = false;
  let ended = false;

  /** One look at a time; news that come meanwhile ask for another. */
  function look(): void {
    lookAgain = true;
    looking ??= lookWhileWanted();
  }

  async function lookWhileWanted(): Promise<void> {
    try {
      while (lookAgain && !stopping) {
        lookAgain = false;
        await lookOnce();
        await wait(LOOK_PAUSE_MS);
      }
    } catch (error) {
      log.error({ err: error }, "webhook deliveries could not be read, will be tried again");
    } finally {
      looking = undefined;
    }
  }

  async function lookOnce(): Promise<void> {
    const due = await readDueEndpoints(session);
    await session.giveBack(lanes.update(due));
    const wanted = lanes.wanted(due);
    const taken = new Set(await session.take(wanted.map(({ id }) => id)));
    for (const endpoint of wanted) if (taken.has(endpoint.id)) lanes.open(endpoint);
    const rooms = lanes.rooms();
    const [rows, secrets] = await Promise.all([
      readDue(session, { rooms, except: lanes.busy() }),
      lanes.ids.length > 0 ? readSecrets(lanes.ids) : new Map(),
    ]);
    lanes.sign(secrets);
    lanes.add(rows, rooms);
    lastLook = performance.now();
    begin();
  }

  function begin(): void {
    if (stopping) return;
    for (const turn of lanes.begin()) {
      const run = send(turn).finally(() => running.delete(run));
      running.add(run);
    }
  }

  async function send(turn: Turn): Promise<void> {
    const { delivery, url, secrets } = turn;
    const { id: deliveryId, endpointId, eventId, type } = delivery;
    const body = await readBody(session, delivery).catch((error: unknown) => {
      log.error({ err: error, deliveryId }, "a webhook delivery could not be read, will be tried again");
      return null;
    });
    if (!body) {
      // As if it had not been taken in hand: it is still due, and the next look finds it.
      lanes.end(turn, false);
      lanes.settle(delivery);
      return;
    }
    const message = { deliveryId, endpointId, eventId, type, url, body, secrets };
    const outcome = await attempt(message, { pools, allowPrivate, attemptMs });
    // Cut off by us: nothing is known of it, and it is still due.
    if (ended) return;
    lanes.end(turn, outcome.succeeded);
    results.push({ delivery, attempt: outcome });
    settling ??= settleWhileAny();
    begin();
    if (lanes.isHungry()) look();
  }

  // One batch at a time, of whatever has come in meanwhile: the busier it is, the larger they are.
  async function settleWhileAny(): Promise<void> {
    try {
      while (results.length > 0) {
        await wait(GATHER_MS);
        const batch = results;
        results = [];
        await settleSurely(batch);
        for (const { delivery } of batch) lanes.settle(delivery);
      }
    } finally {
      settling = undefined;
    }
  }

  const session = await openSession({ databaseUrl, onNews: look, onLost: () => lanes.lose() });
  const sweep = setInterval(look, sweepMs);
  look();

  return {
    check() {
      if (!session.isConnected()) throw new Error("the webhook sender has no database");
      if (performance.now() - lastLook > STILL_AFTER_MS)
        throw new Error("the webhook sender no longer looks for what is due");
    },
    stop: async () => {
      stopping = true;
      clearInterval(sweep);
      await looking;
      await Promise.race([Promise.all(running), wait(STOP_MS, undefined, { ref: false })]);
      ended = true;
      while (settling) await settling;
      await session.close();
      await pools.close();
    },
  };
}
