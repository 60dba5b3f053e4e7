/**
 * Attempts running in this process: sockets, which cost little while they wait. Failing endpoints get at most half of them.
 * The last quarter is for endpoints with no running attempt, so that many slow endpoints don't delay a quick one.
 */
export const ATTEMPTS = { total: 2_048, shared: 1_536, failing: 1_024 };

/**
 * Bytes of long events in memory for running attempts, shared in the same way. Short events don't count, but one queued
 * behind a long event of its endpoint waits for it.
 */
export const LONG_EVENT_BYTES = { total: 64 * 2 ** 20, shared: 48 * 2 ** 20, failing: 32 * 2 ** 20 };

/**
 * Attempts to one endpoint at once, until it has answered well, so that a slow endpoint only uses a few. After that, what the
 * contract promises or operators raised for its partner.
 */
export const FIRST = 2;

/** Deliveries read ahead for an endpoint with so many attempts at once: only enough to keep it busy until the next read. */
export const aheadFor = (atOnce: number) => ({ least: atOnce, most: Math.max(64, 2 * atOnce) });

/** Each takes an advisory lock on the sender's connection, and a database has some thousands of them. */
export const ENDPOINTS_MAX = 2_000;

/** `total`: for all attempts. `shared`: for a second attempt to the same endpoint. `failing`: for failing endpoints. */
type Limits = { total: number; shared: number; failing: number };

/** Counts what is in use and says whether more may start. The last one to start may exceed the limit. */
export class Capacity {
  #total = 0;
  #failing = 0;

  constructor(readonly limits: Limits) {}

  get isFull(): boolean {
    return this.#total >= this.limits.total;
  }

  /** Whether one more attempt may start. `isFirst`: no other attempt to its endpoint is running. */
  allows({ isFailing, isFirst }: { isFailing: boolean; isFirst: boolean }): boolean {
    if (isFailing && this.#failing >= this.limits.failing) return false;
    return this.#total < (isFirst ? this.limits.total : this.limits.shared);
  }

  /** Counts what starts. A negative amount counts what ends. */
  add(amount: number, isFailing: boolean): void {
    this.#total += amount;
    if (isFailing) this.#failing += amount;
  }
}
