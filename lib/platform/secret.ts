import { inspect } from "node:util";

const MASK = "[secret]";

/**
 * A value that must never reach a log, an error message or a JSON body. It always prints as `[secret]`. Only `.reveal()` returns the
 * value, which is easy to find in a review.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself. Call this only where the value is used. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [Symbol.toPrimitive](): string {
    return MASK;
  }

  [inspect.custom](): string {
    return MASK;
  }
}
