import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Unavailable } from "./errors";
import { createTurns } from "./in-turn";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that ends when the test says so. */
function pieceOf(inTurn: ReturnType<typeof createTurns>) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const begun = vi.fn(() => promise);
  const ended = vi.fn();
  inTurn(begun).then(ended, ended);
  return { begun, ended, end: () => resolve("done"), fail: () => reject(new Error("broken")) };
}

describe("work in turn", () => {
  it("runs so many at once and the next when one ends, well or not", async () => {
    const inTurn = createTurns({ atOnce: 2, waitMs: 1000, late: "Too many" });
    const [a, b, c, d] = [pieceOf(inTurn), pieceOf(inTurn), pieceOf(inTurn), pieceOf(inTurn)];
    await vi.advanceTimersByTimeAsync(0);
    const begun = () => [a, b, c, d].map((piece) => piece.begun.mock.calls.length);
    expect(begun()).toEqual([1, 1, 0, 0]);
    b.fail();
    await vi.advanceTimersByTimeAsync(0);
    expect(begun()).toEqual([1, 1, 1, 0]);
    a.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(begun()).toEqual([1, 1, 1, 1]);
    c.end();
    d.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(d.ended).toHaveBeenCalledWith("done");
    const later = [pieceOf(inTurn), pieceOf(inTurn), pieceOf(inTurn)];
    expect(later.map((piece) => piece.begun.mock.calls.length)).toEqual([1, 1, 0]);
  });

  it("is not begun after too long a wait, and takes no turn from who waits still", async () => {
    const inTurn = createTurns({ atOnce: 1, waitMs: 1000, late: "Too many" });
    const [endless, early] = [pieceOf(inTurn), pieceOf(inTurn)];
    await vi.advanceTimersByTimeAsync(600);
    const late = pieceOf(inTurn);
    await vi.advanceTimersByTimeAsync(400);
    expect(early.ended).toHaveBeenCalledWith(expect.any(Unavailable));
    expect(late.ended).not.toHaveBeenCalled();
    endless.end();
    await vi.advanceTimersByTimeAsync(5000);
    expect([early.begun, late.begun].map((it) => it.mock.calls.length)).toEqual([0, 1]);
    expect(late.ended).not.toHaveBeenCalled();
  });
});
