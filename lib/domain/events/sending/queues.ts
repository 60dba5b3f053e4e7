import { activeTexts, type LiveSecret } from "@/lib/domain/events/open-secrets";
import { ATTEMPTS, aheadFor, Capacity, ENDPOINTS_MAX, FIRST, LONG_EVENT_BYTES } from "./capacity";
import { bytesToRead, type DueDelivery, type DueEndpoint, type ReadCount } from "./due";

/** The next delivery to send. */
export type NextSend = {
  delivery: DueDelivery;
  url: string;
  secrets: readonly string[];
  /** Whether it counts toward the limit of failing endpoints. */
  isFailing: boolean;
};

type Queue = {
  endpoint: DueEndpoint;
  secrets: readonly LiveSecret[];
  /** Whether this sender still has the endpoint's lock. */
  isLocked: boolean;
  /** Whether something is due. Nothing is due to a paused endpoint. */
  isDue: boolean;
  /** Whether the latest attempt succeeded. */
  isProven: boolean;
  /** Read and not started. */
  waiting: DueDelivery[];
  /** Read and not recorded. These must not be read again. */
  busy: Set<string>;
  running: number;
  /** How many to read ahead: more when the queue ran empty, fewer when it stays full. */
  ahead: number;
  /** Whether the last read left something behind. */
  hasMore: boolean;
};

/** The deliveries one sender has read: a queue for each endpoint, so that no endpoint waits behind another. */
export class EndpointQueues {
  readonly #queues = new Map<string, Queue>();
  /** Queues in which an attempt may start, in turn. */
  readonly #ready = new Set<Queue>();
  readonly #attempts = new Capacity(ATTEMPTS);
  readonly #bytes = new Capacity(LONG_EVENT_BYTES);
  /** When the next attempt may start, of endpoints with a rate. */
  readonly #next = new Map<string, number>();

  /** `now`: milliseconds that only grow. */
  constructor(readonly now: () => number = () => performance.now()) {}

  /** The endpoints of this sender. */
  get ids(): string[] {
    return [...this.#queues.keys()];
  }

  /** The endpoints with something due that this sender could lock, working ones first. */
  unlocked(due: readonly DueEndpoint[]): DueEndpoint[] {
    const free = due.filter(({ id }) => !this.#queues.get(id)?.isLocked);
    return free
      .toSorted((a, b) => Number(a.failing) - Number(b.failing))
      .slice(0, Math.max(0, ENDPOINTS_MAX - this.#queues.size));
  }

  /** Opens the queue of an endpoint that this sender has locked. */
  open(endpoint: DueEndpoint): void {
    const queue = this.#queues.get(endpoint.id) ?? emptyQueue(endpoint);
    this.#queues.set(endpoint.id, Object.assign(queue, { endpoint, isLocked: true, isDue: true }));
  }

  /** Starts nothing new: the connection with the locks is gone. */
  dropLocks(): void {
    for (const queue of this.#queues.values()) {
      queue.isLocked = false;
      this.#clear(queue);
    }
  }

  /**
   * Updates endpoints: attempts not yet started use a new URL, and a paused endpoint gets nothing. Returns the endpoints this
   * sender has finished with. One with a rate is finished once another attempt may start, so that no other sender is too early.
   */
  update(due: readonly DueEndpoint[]): string[] {
    const byId = new Map(due.map((endpoint) => [endpoint.id, endpoint]));
    const done: string[] = [];
    for (const [id, queue] of this.#queues) {
      const endpoint = byId.get(id);
      queue.isDue = endpoint !== undefined;
      if (endpoint) {
        queue.endpoint = endpoint;
        continue;
      }
      this.#clear(queue);
      if (queue.busy.size > 0 || this.#waitOf(id) > 0) continue;
      this.#queues.delete(id);
      this.#next.delete(id);
      if (queue.isLocked) done.push(id);
    }
    return done;
  }

  /** Updates the secrets that sign attempts not yet started. */
  setSecrets(secrets: ReadonlyMap<string, readonly LiveSecret[]>): void {
    for (const [id, queue] of this.#queues) queue.secrets = secrets.get(id) ?? [];
  }

  /** How many more deliveries to read for each endpoint. */
  readCounts(): ReadCount[] {
    const counts: ReadCount[] = [];
    for (const [id, queue] of this.#queues) {
      const { least, most } = aheadFor(queue.endpoint.atOnce);
      if (queue.waiting.length === 0) queue.ahead *= 2;
      else if (queue.waiting.length > queue.ahead / 2) queue.ahead /= 2;
      queue.ahead = Math.min(Math.max(queue.ahead, least), most);
      const count = aheadOf(queue) - queue.waiting.length;
      if (queue.isLocked && queue.isDue && count > 0) counts.push({ id, count });
    }
    return counts;
  }

  /** Deliveries that must not be read again. */
  busy(): string[] {
    return [...this.#queues.values()].flatMap(({ busy }) => [...busy]);
  }

  /** Queues the deliveries that were read for those counts. */
  add(rows: readonly DueDelivery[], counts: readonly ReadCount[]): void {
    const byEndpoint = Map.groupBy(rows, ({ endpointId }) => endpointId);
    for (const { id, count } of counts) {
      const queue = this.#queues.get(id);
      const fresh = byEndpoint.get(id) ?? [];
      // We send nothing unsigned: these wait until a secret opens.
      if (!queue?.isLocked || activeTexts(queue.secrets).length === 0) continue;
      queue.hasMore = fresh.length === count;
      for (const delivery of fresh) queue.busy.add(delivery.id);
      queue.waiting.push(...fresh);
      this.#updateReady(queue);
    }
  }

  /** Starts every attempt that may start. After each attempt, its endpoint goes behind the others. */
  *start(): Generator<NextSend> {
    for (const queue of this.#ready) {
      if (this.#attempts.isFull) return;
      const isFailing = queue.endpoint.failing;
      const to = { isFailing, isFirst: queue.running === 0 };
      if (this.#waitOf(queue.endpoint.id) > 0 || !this.#attempts.allows(to)) continue;
      if (bytesToRead(queue.waiting[0]) > 0 && !this.#bytes.allows(to)) continue;
      const secrets = activeTexts(queue.secrets);
      const delivery = secrets.length > 0 ? queue.waiting.shift() : undefined;
      this.#ready.delete(queue);
      if (!delivery) continue;
      queue.running++;
      this.#pace(queue.endpoint);
      this.#attempts.add(1, isFailing);
      this.#bytes.add(bytesToRead(delivery), isFailing);
      this.#updateReady(queue);
      yield { delivery, url: queue.endpoint.url, secrets, isFailing };
    }
  }

  /** In how many milliseconds an attempt may start that only waits for its endpoint's rate. Null if none does. */
  waitMs(): number | null {
    if (this.#next.size === 0) return null;
    const waits = [...this.#ready].map(({ endpoint }) => this.#waitOf(endpoint.id)).filter((wait) => wait > 0);
    return waits.length > 0 ? Math.min(...waits) : null;
  }

  #waitOf(id: string): number {
    const next = this.#next.get(id);
    return next === undefined ? 0 : Math.max(0, next - this.now());
  }

  #pace({ id, perSecond }: DueEndpoint): void {
    if (perSecond === null) this.#next.delete(id);
    else this.#next.set(id, this.now() + 1_000 / perSecond);
  }

  /** Ends an attempt, so that another may start. */
  end({ delivery, isFailing }: NextSend, succeeded: boolean): void {
    this.#attempts.add(-1, isFailing);
    this.#bytes.add(-bytesToRead(delivery), isFailing);
    const queue = this.#queues.get(delivery.endpointId);
    if (!queue) return;
    queue.running--;
    queue.isProven = succeeded;
    this.#updateReady(queue);
  }

  /** Forgets a delivery whose attempt is recorded. */
  forget({ endpointId, id }: DueDelivery): void {
    this.#queues.get(endpointId)?.busy.delete(id);
  }

  /** Whether reading now would find more for a queue that runs low. */
  needsMore(): boolean {
    return [...this.#queues.values()].some(
      (queue) => queue.hasMore && queue.isLocked && queue.isDue && queue.waiting.length <= aheadOf(queue) / 2,
    );
  }

  #updateReady(queue: Queue): void {
    if (queue.waiting.length > 0 && queue.running < limitOf(queue)) this.#ready.add(queue);
    else this.#ready.delete(queue);
  }

  #clear(queue: Queue): void {
    for (const { id } of queue.waiting) queue.busy.delete(id);
    queue.waiting = [];
    queue.hasMore = false;
    this.#ready.delete(queue);
  }
}

const emptyQueue = (endpoint: DueEndpoint): Queue => ({
  endpoint,
  secrets: [],
  isLocked: true,
  isDue: true,
  isProven: false,
  waiting: [],
  busy: new Set(),
  running: 0,
  ahead: aheadFor(endpoint.atOnce).least,
  hasMore: false,
});

const isFast = ({ isProven, endpoint }: Queue): boolean => isProven && !endpoint.failing;
const limitOf = (queue: Queue): number => (isFast(queue) ? queue.endpoint.atOnce : FIRST);
const aheadOf = (queue: Queue): number => (isFast(queue) ? queue.ahead : FIRST);
