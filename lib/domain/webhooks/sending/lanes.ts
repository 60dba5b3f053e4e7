import { type LiveSecret, textsOf } from "../open-secrets";
import type { DueDelivery, DueEndpoint, Room } from "./due";
import { Load } from "./load";

// Attempts under way in this process: sockets, which cost little while they wait. Endpoints that fail get no more than half
// of them, however many they are, and the last quarter is for endpoints that have nothing under way yet: many that are slow
// do not keep a quick one waiting.
const AT_ONCE = { all: 2_048, shared: 1_536, failing: 1_024 };
// Bytes of long events that are held for attempts under way, shared among endpoints in the same way, whoever's they are: a
// partner with many of them may hold as much for each. A short event takes none of it, but waits behind a long one that is
// before it in the lane of its endpoint.
const BYTES_AT_ONCE = { all: 64 * 2 ** 20, shared: 48 * 2 ** 20, failing: 32 * 2 ** 20 };
// To one endpoint, so that a slow one holds its own few and no others: more once it has answered well.
const EACH = { first: 2, proven: 8 };
// What is read ahead for one endpoint: as little as keeps it busy until the next look.
const AHEAD = { least: 8, most: 64 };
// Each is a lock of the sender's connection, of which a database has some thousands.
const LANES = 2_000;

/** What is sent next. */
export type Turn = {
  delivery: DueDelivery;
  url: string;
  secrets: readonly string[];
  /** Whether it counts among those of endpoints that fail. */
  isFailing: boolean;
};

type Lane = {
  endpoint: DueEndpoint;
  secrets: readonly LiveSecret[];
  /** Whether the endpoint is still this sender's. */
  isHeld: boolean;
  /** Whether the endpoint wants something: one that is paused does not. */
  isDue: boolean;
  /** Whether its latest attempt here succeeded. */
  isProven: boolean;
  /** Read and not begun. */
  queue: DueDelivery[];
  /** Read and not settled: what must not be read again. */
  busy: Set<string>;
  underWay: number;
  /** How far is read ahead: further when the queue ran dry, less far when it stays full. */
  ahead: number;
  /** Whether the last look left something behind. */
  hasMore: boolean;
};

/** What one sender has in hand: a lane for each endpoint that is its own, so that none waits behind another. */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  /** Lanes in which something may begin, in the order of their turns. */
  readonly #ready = new Set<Lane>();
  readonly #attempts = new Load(AT_ONCE);
  readonly #bytes = new Load(BYTES_AT_ONCE);

  /** The endpoints that this sender has. */
  get ids(): string[] {
    return [...this.#lanes.keys()];
  }

  /** Which of the endpoints that want something are not this sender's and could be, those that work first. */
  wanted(due: readonly DueEndpoint[]): DueEndpoint[] {
    const free = due.filter(({ id }) => !this.#lanes.get(id)?.isHeld);
    return free
      .toSorted((a, b) => Number(a.failing) - Number(b.failing))
      .slice(0, Math.max(0, LANES - this.#lanes.size));
  }

  open(endpoint: DueEndpoint): void {
    const lane = this.#lanes.get(endpoint.id) ?? newLane(endpoint);
    this.#lanes.set(endpoint.id, Object.assign(lane, { endpoint, isHeld: true, isDue: true }));
  }

  /** The connection that held the endpoints is gone: nothing new begins. */
  lose(): void {
    for (const lane of this.#lanes.values()) {
      lane.isHeld = false;
      this.#forgetQueue(lane);
    }
  }

  /**
   * Goes by what is known of the endpoints now: a new address holds for whatever has not begun, and one that wants nothing
   * any more, because it was paused, gets nothing. The endpoints with which this sender is done.
   */
  update(due: readonly DueEndpoint[]): string[] {
    const known = new Map(due.map((endpoint) => [endpoint.id, endpoint]));
    const done: string[] = [];
    for (const [id, lane] of this.#lanes) {
      const endpoint = known.get(id);
      lane.isDue = endpoint !== undefined;
      if (endpoint) {
        lane.endpoint = endpoint;
        continue;
      }
      this.#forgetQueue(lane);
      if (lane.busy.size > 0) continue;
      this.#lanes.delete(id);
      if (lane.isHeld) done.push(id);
    }
    return done;
  }

  /** Goes by the secrets that sign now, for whatever has not begun. */
  sign(secrets: ReadonlyMap<string, readonly LiveSecret[]>): void {
    for (const [id, lane] of this.#lanes) lane.secrets = secrets.get(id) ?? [];
  }

  /** How much more to read for each endpoint. */
  rooms(): Room[] {
    const rooms: Room[] = [];
    for (const [id, lane] of this.#lanes) {
      if (lane.queue.length === 0) lane.ahead = Math.min(lane.ahead * 2, AHEAD.most);
      else if (lane.queue.length > lane.ahead / 2) lane.ahead = Math.max(lane.ahead / 2, AHEAD.least);
      const room = wantedAhead(lane) - lane.queue.length;
      if (lane.isHeld && lane.isDue && room > 0) rooms.push({ id, room });
    }
    return rooms;
  }

  /** What must not be read again. */
  busy(): string[] {
    return [...this.#lanes.values()].flatMap(({ busy }) => [...busy]);
  }

  /** Queues what was read for those rooms. */
  add(rows: readonly DueDelivery[], rooms: readonly Room[]): void {
    const read = Map.groupBy(rows, ({ endpointId }) => endpointId);
    for (const { id, room } of rooms) {
      const lane = this.#lanes.get(id);
      const fresh = read.get(id) ?? [];
      // Nothing is sent unsigned: it waits until a secret opens.
      if (!lane?.isHeld || textsOf(lane.secrets).length === 0) continue;
      lane.hasMore = fresh.length === room;
      for (const delivery of fresh) lane.busy.add(delivery.id);
      lane.queue.push(...fresh);
      this.#line(lane);
    }
  }

  /** Begins what may begin: each endpoint has its turn, and then goes behind the others. */
  *begin(): Generator<Turn> {
    for (const lane of this.#ready) {
      if (this.#attempts.isFull) return;
      const isFailing = lane.endpoint.failing;
      const to = { isFailing, isFirst: lane.underWay === 0 };
      if (!this.#attempts.hasRoom(to)) continue;
      if (toRead(lane.queue[0]) > 0 && !this.#bytes.hasRoom(to)) continue;
      const secrets = textsOf(lane.secrets);
      const delivery = secrets.length > 0 ? lane.queue.shift() : undefined;
      this.#ready.delete(lane);
      if (!delivery) continue;
      lane.underWay++;
      this.#attempts.add(1, isFailing);
      this.#bytes.add(toRead(delivery), isFailing);
      this.#line(lane);
      yield { delivery, url: lane.endpoint.url, secrets, isFailing };
    }
  }

  /** An attempt is over: another may begin. */
  end({ delivery, isFailing }: Turn, succeeded: boolean): void {
    this.#attempts.add(-1, isFailing);
    this.#bytes.add(-toRead(delivery), isFailing);
    const lane = this.#lanes.get(delivery.endpointId);
    if (!lane) return;
    lane.underWay--;
    lane.isProven = succeeded;
    this.#line(lane);
  }

  /** What came of an attempt is written down. */
  settle({ endpointId, id }: DueDelivery): void {
    this.#lanes.get(endpointId)?.busy.delete(id);
  }

  /** Whether a look would find something for an endpoint that could do with it. */
  isHungry(): boolean {
    return [...this.#lanes.values()].some(
      (lane) => lane.hasMore && lane.isHeld && lane.isDue && lane.queue.length <= wantedAhead(lane) / 2,
    );
  }

  #line(lane: Lane): void {
    if (lane.queue.length > 0 && lane.underWay < allowed(lane)) this.#ready.add(lane);
    else this.#ready.delete(lane);
  }

  #forgetQueue(lane: Lane): void {
    for (const { id } of lane.queue) lane.busy.delete(id);
    lane.queue = [];
    lane.hasMore = false;
    this.#ready.delete(lane);
  }
}

const newLane = (endpoint: DueEndpoint): Lane => ({
  endpoint,
  secrets: [],
  isHeld: true,
  isDue: true,
  isProven: false,
  queue: [],
  busy: new Set(),
  underWay: 0,
  ahead: AHEAD.least,
  hasMore: false,
});

/** What is read for a delivery only when it is sent. */
const toRead = (delivery: DueDelivery | undefined): number => (delivery && !delivery.body ? delivery.bytes : 0);

const allowed = ({ isProven, endpoint }: Lane): number => (isProven && !endpoint.failing ? EACH.proven : EACH.first);

const wantedAhead = ({ isProven, endpoint, ahead }: Lane): number =>
  isProven && !endpoint.failing ? ahead : EACH.first;
