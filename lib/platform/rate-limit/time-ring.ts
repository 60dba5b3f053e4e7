const FIRST_SIZE = 4;

/** The times of the last requests, oldest first, in a ring that grows as it is needed and never past `limit`. */
export class TimeRing {
  #times = new Float64Array(FIRST_SIZE);
  #start = 0;
  #size = 0;
  /** The time pushed last, also after it was dropped. */
  newest = Number.NEGATIVE_INFINITY;

  constructor(readonly limit: number) {}

  get size(): number {
    return this.#size;
  }

  /** 0 when empty. */
  get oldest(): number {
    return this.#size === 0 ? 0 : (this.#times[this.#start] ?? 0);
  }

  /** Adds a time that is not before the newest one. */
  push(time: number): void {
    if (this.#size === this.#times.length) this.#grow();
    this.#times[(this.#start + this.#size) % this.#times.length] = time;
    this.#size++;
    this.newest = time;
  }

  /** Forgets every time up to and including `bound`. */
  dropUntil(bound: number): void {
    while (this.#size > 0 && (this.#times[this.#start] ?? 0) <= bound) {
      this.#start = (this.#start + 1) % this.#times.length;
      this.#size--;
    }
  }

  #grow(): void {
    const larger = new Float64Array(Math.min(this.limit, this.#times.length * 2));
    for (let i = 0; i < this.#size; i++) larger[i] = this.#times[(this.#start + i) % this.#times.length] ?? 0;
    this.#times = larger;
    this.#start = 0;
  }
}
