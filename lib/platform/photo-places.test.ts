import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPlaces } from "./photo-places";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const few = { places: 2, placesOfNetwork: 2, waiting: 3, waitingOfOne: 2, waitingOfNetwork: 3, waitMs: 1000 };
const open = (limits: Partial<typeof few> = {}) => createPlaces({ ...few, ...limits });

/** Requests a slot and notes when it arrives: `leave` is undefined while waiting, null if refused. */
function ask(places: ReturnType<typeof open>, sender: string, network = `of ${sender}`) {
  const asked: { leave?: (() => void) | null } = {};
  void places.take({ sender, network }).then((leave) => {
    asked.leave = leave;
  });
  return asked;
}
const settle = () => vi.advanceTimersByTimeAsync(0);

describe("photo slots", () => {
  it("are limited, and a freed one goes to the next in line", async () => {
    const places = open();
    const [a, b, c, d] = ["a", "b", "c", "d"].map((sender) => ask(places, sender));
    await settle();
    expect([a, b, c, d].map((one) => typeof one?.leave)).toEqual(["function", "function", "undefined", "undefined"]);
    b?.leave?.();
    await settle();
    expect(c?.leave).toBeTypeOf("function");
    expect(d?.leave).toBeUndefined();
    // Leaving twice frees only one slot.
    b?.leave?.();
    await settle();
    expect(d?.leave).toBeUndefined();
    a?.leave?.();
    await settle();
    expect(d?.leave).toBeTypeOf("function");
  });

  it("go to one photo per sender at a time, without delaying others", async () => {
    const places = open();
    const [first, second] = [ask(places, "a"), ask(places, "a")];
    const other = ask(places, "b");
    await settle();
    expect(second.leave).toBeUndefined();
    expect(other.leave).toBeTypeOf("function");
    other.leave?.();
    await settle();
    expect(second.leave).toBeUndefined();
    first.leave?.();
    await settle();
    expect(second.leave).toBeTypeOf("function");
  });

  it("have a limited queue, in total and per sender", async () => {
    const places = open();
    for (const sender of ["a", "b"]) ask(places, sender);
    const ofOne = ["a", "a", "a"].map((sender) => ask(places, sender));
    await settle();
    expect(ofOne.map(({ leave }) => leave)).toEqual([undefined, undefined, null]);
    const others = ["c", "d"].map((sender) => ask(places, sender));
    await settle();
    expect(others.map(({ leave }) => leave)).toEqual([undefined, null]);
  });

  it("go to a few photos per network at a time, without delaying others", async () => {
    const places = open({ places: 4 });
    const [a, b, c] = ["a", "b", "c"].map((sender) => ask(places, sender, "net"));
    const other = ask(places, "d");
    await settle();
    expect([a, b, c, other].map((one) => typeof one?.leave)).toEqual(["function", "function", "undefined", "function"]);
    other.leave?.();
    await settle();
    expect(c?.leave).toBeUndefined();
    a?.leave?.();
    await settle();
    expect(c?.leave).toBeTypeOf("function");
  });

  it("go to all who waited for the freed one", async () => {
    const places = open({ places: 3, placesOfNetwork: 1 });
    const first = ask(places, "a", "net");
    const [sameNetwork, sameSender] = [ask(places, "b", "net"), ask(places, "a", "another")];
    first.leave?.();
    await settle();
    first.leave?.();
    await settle();
    expect([sameNetwork, sameSender].map(({ leave }) => typeof leave)).toEqual(["function", "function"]);
  });

  it("have a queue that one network can't fill", async () => {
    const places = open({ waitingOfNetwork: 2 });
    const ofNetwork = ["a", "b", "c", "d", "e"].map((sender) => ask(places, sender, "net"));
    const other = ask(places, "f");
    await settle();
    expect(ofNetwork.slice(2).map(({ leave }) => leave)).toEqual([undefined, undefined, null]);
    expect(other.leave).toBeUndefined();
    ofNetwork[0]?.leave?.();
    ofNetwork[1]?.leave?.();
    await settle();
    expect(ofNetwork[3]?.leave).toBeTypeOf("function");
  });

  it("are wanted only if another sender is waiting for them", async () => {
    const places = open({ places: 3, placesOfNetwork: 2, waiting: 9 });
    const wanted = (sender: string, network: string) => places.isWanted({ sender, network });
    const [a] = [ask(places, "a", "net"), ask(places, "b", "net")];
    expect([wanted("a", "net"), wanted("b", "net")]).toEqual([false, false]);
    // The network has no third slot. Only its own slots would help.
    const third = ask(places, "c", "net");
    const other = ask(places, "d", "another");
    expect([wanted("a", "net"), wanted("b", "net"), wanted("d", "another")]).toEqual([true, true, false]);
    // All slots are taken, so any of them would help.
    const last = ask(places, "e", "a third");
    expect([wanted("a", "net"), wanted("d", "another")]).toEqual([true, true]);
    a?.leave?.();
    other.leave?.();
    await settle();
    a?.leave?.();
    other.leave?.();
    await settle();
    expect([typeof third.leave, typeof last.leave]).toEqual(["function", "function"]);
    expect([wanted("b", "net"), wanted("c", "net"), wanted("e", "a third")]).toEqual([false, false, false]);
    // One sender's second photo waits for the first.
    ask(places, "e", "a fourth");
    expect([wanted("e", "a third"), wanted("b", "net")]).toEqual([true, false]);
  });

  it("time out, and skip senders who gave up", async () => {
    const places = open();
    const [a] = ["a", "b"].map((sender) => ask(places, sender));
    const early = ask(places, "c");
    await vi.advanceTimersByTimeAsync(600);
    const late = ask(places, "d");
    await vi.advanceTimersByTimeAsync(400);
    expect(early.leave).toBeNull();
    expect(late.leave).toBeUndefined();
    a?.leave?.();
    await vi.advanceTimersByTimeAsync(2000);
    expect(late.leave).toBeTypeOf("function");
  });
});
