import type { DueDelivery, DueEndpoint, Room } from "./due";

// Attempts under way in this process: sockets, which cost little while they wait.
const AT_ONCE = 1_024;
// To one endpoint: a slow one holds its own few and no others. One that fails is knocked at, not leaned on.
const EACH = 8;
const EACH_FAILING = 2;
// What is read ahead for one endpoint: as little as keeps it busy until the next look.
const AHEAD = { least: EACH, most: 64 };

/** What is sent next. */
export type Turn = { delivery: DueDelivery; url: string; secrets: readonly string[] };

type Lane = {
  endpoint: DueEndpoint;
  secrets: readonly string[];
  /** Whether the endpoint is still this sender's. */
  isHeld: boolean;
  /** Whether the endpoint wants something: one that is paused does not. */
  isDue: boolean;
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
  #underWay = 0;

  /** Which of the endpoints that want something are not this sender's and could be. */
  wanted(due: readonly DueEndpoint[]): DueEndpoint[] {
    return due.filter(({ id }) => !this.#lanes.get(id)?.isHeld).slice(0, Math.max(0, AT_ONCE - this.#lanes.size));
  }

  open(endpoint: DueEndpoint): void {
    const lane = this.#lanes.get(endpoint.id);
    if (lane) Object.assign(lane, { isHeld: true, isDue: true, endpoint });
    else this.#lanes.set(endpoint.id, newLane(endpoint));
  }

  /** The connection that held the endpoints is gone: nothing new begins. */
  lose(): void {
    for (const lane of this.#lanes.values()) {
      lane.isHeld = false;
      forgetQueue(lane);
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
      forgetQueue(lane);
      if (lane.busy.size > 0) continue;
      this.#lanes.delete(id);
      if (lane.isHeld) done.push(id);
    }
    return done;
  }

  /** How much more to read for each endpoint. */
  rooms(): Room[] {
    const rooms: Room[] = [];
    for (const [id, lane] of this.#lanes) {
      if (lane.queue.length === 0) lane.ahead = Math.min(lane.ahead * 2, AHEAD.most);
      else if (lane.queue.length > lane.ahead / 2) lane.ahead = Math.max(lane.ahead / 2, AHEAD.least);
      const room = (lane.endpoint.failing ? EACH_FAILING : lane.ahead) - lane.queue.length;
      if (lane.isHeld && lane.isDue && room > 0) rooms.push({ id, room });
    }
    return rooms;
  }

  /** What must not be read again. */
  busy(): string[] {
    return [...this.#lanes.values()].flatMap(({ busy }) => [...busy]);
  }

  /** Queues what was read for those rooms. */
  add(rows: readonly DueDelivery[], rooms: readonly Room[], secrets: ReadonlyMap<string, readonly string[]>): void {
    const read = Map.groupBy(rows, ({ endpointId }) => endpointId);
    for (const { id, room } of rooms) {
      const lane = this.#lanes.get(id);
      if (!lane?.isHeld) continue;
      const fresh = read.get(id) ?? [];
      lane.hasMore = fresh.length === room;
      if (fresh.length > 0) lane.secrets = secrets.get(id) ?? [];
      // Nothing is sent unsigned: it waits until a secret opens.
      if (lane.secrets.length === 0) continue;
      for (const delivery of fresh) lane.busy.add(delivery.id);
      lane.queue.push(...fresh);
    }
  }

  /** Begins what may begin, in turns among the endpoints. */
  *begin(): Generator<Turn> {
    for (let began = true; began; ) {
      began = false;
      for (const lane of this.#lanes.values()) {
        if (this.#underWay >= AT_ONCE) return;
        if (lane.underWay >= (lane.endpoint.failing ? EACH_FAILING : EACH)) continue;
        const delivery = lane.queue.shift();
        if (!delivery) continue;
        lane.underWay++;
        this.#underWay++;
        began = true;
        yield { delivery, url: lane.endpoint.url, secrets: lane.secrets };
      }
    }
  }

  /** An attempt is over: another may begin. */
  end({ endpointId }: DueDelivery): void {
    const lane = this.#lanes.get(endpointId);
    if (lane) lane.underWay--;
    this.#underWay--;
  }

  /** What came of an attempt is written down. */
  settle({ endpointId, id }: DueDelivery): void {
    this.#lanes.get(endpointId)?.busy.delete(id);
  }

  /** Whether a look would find something for an endpoint that could do with it. */
  isHungry(): boolean {
    return [...this.#lanes.values()].some(({ hasMore, queue, ahead }) => hasMore && queue.length <= ahead / 2);
  }
}

const newLane = (endpoint: DueEndpoint): Lane => ({
  endpoint,
  secrets: [],
  isHeld: true,
  isDue: true,
  queue: [],
  busy: new Set(),
  underWay: 0,
  ahead: AHEAD.least,
  hasMore: false,
});

function forgetQueue(lane: Lane): void {
  for (const { id } of lane.queue) lane.busy.delete(id);
  lane.queue = [];
  lane.hasMore = false;
}
