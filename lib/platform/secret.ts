import { inspect } from "node:util";

const MASK = "[secret]";

/**
 * A value that must never reach a log, an error message or a JSON body by accident: every way of printing it yields
 * `[secret]`. The only way to the value is `.reveal()`, which is easy to find in a review.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself. Call it where it is used, and keep the result in no wider scope. */
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
