/** How much may be under way at once: in all, beside others to the same endpoint, and to endpoints that fail. */
type Limits = { all: number; shared: number; failing: number };
type To = { isFailing: boolean; isFirst: boolean };

/** What is under way, counted, and whether more may begin. What begins last may lead beyond the limit, by itself alone. */
export class Load {
  #all = 0;
  #failing = 0;

  constructor(readonly limits: Limits) {}

  get isFull(): boolean {
    return this.#all >= this.limits.all;
  }

  /** Whether one more may begin; `isFirst` says that nothing is under way to its endpoint. */
  hasRoom({ isFailing, isFirst }: To): boolean {
    if (isFailing && this.#failing >= this.limits.failing) return false;
    return this.#all < (isFirst ? this.limits.all : this.limits.shared);
  }

  /** Counts what begins; less than nothing for what is over. */
  add(amount: number, isFailing: boolean): void {
    this.#all += amount;
    if (isFailing) this.#failing += amount;
  }
}
