import { describe, expect, it } from "vitest";
import { clock } from "./clock";
import { besideId, firstIdAt, idsStartingWith, isId, newDeliveryId, newEventId, newId, newIdAt, timeOfId } from "./ids";

const isSorted = (ids: readonly string[]) => ids.toSorted().join() === ids.join();

describe("newId", () => {
  it("is 25 lowercase characters at any time", () => {
    for (const at of ["1970-01-01T00:00:00.000Z", "2026-11-21T10:00:00.000Z", "9999-12-31T23:59:59.999Z"]) {
      clock.freeze(at);
      expect(newId(), at).toMatch(/^[0-9a-z]{25}$/);
    }
  });

  it("never repeats, and sorts by creation", () => {
    const ids = Array.from({ length: 20_000 }, () => newId());
    expect(new Set(ids).size).toBe(ids.length);
    const moments = ids.map((id) => timeOfId(id)?.getTime() ?? 0);
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  });

  it("sorts thousands of one millisecond by creation, also those of another module graph", async () => {
    const graph = "./ids?another";
    const another: { newId: () => string } = await import(graph);
    expect(another.newId).not.toBe(newId);
    for (let ms = 0; ms < 20; ms++) {
      clock.freeze(new Date(Date.UTC(2026, 10, 21) + ms));
      const ids = Array.from({ length: 3000 }, (_, n) => (n % 2 ? newId : another.newId)());
      expect(isSorted(ids)).toBe(true);
    }
  });

  it("starts a new order when the clock is set back", () => {
    const ids = ["2026-11-21T10:00:00.000Z", "2026-11-21T09:00:00.000Z", "2026-11-21T10:00:00.000Z"].map((at) => {
      clock.freeze(at);
      const made = Array.from({ length: 1000 }, () => newId());
      expect(isSorted(made)).toBe(true);
      for (const id of made) expect(timeOfId(id)).toEqual(new Date(at));
      return made;
    });
    expect(new Set(ids.flat()).size).toBe(3000);
  });

  it("can be one of another time, and stay the same", () => {
    const at = new Date("2026-11-21T10:00:00.000Z");
    const made = [newIdAt(at), newIdAt(at), newIdAt(at, Buffer.alloc(16, 7))];
    expect(new Set(made).size).toBe(3);
    for (const id of made) expect(timeOfId(id)).toEqual(at);
    expect(newIdAt(at, Buffer.alloc(32, 7))).toBe(made[2]);
  });

  it("differs from its neighbors in more than the count", () => {
    clock.freeze("2026-11-21T10:00:00.000Z");
    const random = Array.from({ length: 1000 }, () => newId().slice(14));
    expect(new Set(random).size).toBe(1000);
    expect(isSorted(random)).toBe(false);
  });

  it("still sorts by time when the number inside gets longer", () => {
    const ids = [
      "1970-01-01T00:00:00.001Z",
      "2001-09-09T01:46:40.000Z",
      "2026-11-21T10:00:00.000Z",
      "2150-01-01T00:00:00Z",
    ].map((at) => {
      clock.freeze(at);
      return newId();
    });
    expect(ids.toSorted()).toEqual(ids);
  });

  it("uses the contract's prefixes for events and deliveries", () => {
    expect(newEventId()).toMatch(/^evt_[0-9a-z]{25}$/);
    expect(newDeliveryId()).toMatch(/^del_[0-9a-z]{25}$/);
  });
});

describe("timeOfId", () => {
  it("returns the millisecond at which an id was created", () => {
    clock.freeze("2026-11-21T10:00:00.123Z");
    expect(timeOfId(newId())).toEqual(new Date("2026-11-21T10:00:00.123Z"));
  });

  it.each(["", "x", "EVT", "evt_03f9c2k7v1m4x8q0z5t6b3n1a", "03F9C2K7V1M4X8Q0Z5T6B3N1A", "03f9c2k7v1m4x8q0z5t6b3n1"])(
    "returns no time for %j",
    (text) => {
      expect(timeOfId(text)).toBeNull();
      expect(isId(text)).toBe(false);
    },
  );

  it("doesn't read a date from a number that is too large", () => {
    expect(timeOfId("z".repeat(25))).toBeNull();
  });
});

it("firstIdAt is a lower bound for the ids of a moment", () => {
  clock.freeze("2026-11-21T10:00:00.123Z");
  const bound = firstIdAt(clock.now());
  expect(bound).toHaveLength(25);
  for (let i = 0; i < 1000; i++) expect(newId() > bound).toBe(true);
  expect(timeOfId(bound)).toEqual(clock.now());
  clock.advance(-1);
  expect(newId() < bound).toBe(true);
  expect(firstIdAt(new Date(-5))).toBe("0".repeat(25));
});

it("idsStartingWith is the range of a prefix", () => {
  expect(idsStartingWith("0a9")).toEqual({ first: `0a9${"0".repeat(22)}`, last: `0a9${"z".repeat(22)}` });
  const id = newId();
  expect(idsStartingWith(id)).toEqual({ first: id, last: id });
  for (const text of ["", "A", "a%", `${id}0`]) expect(idsStartingWith(text)).toBeNull();
});

it("besideId is the next text of that form, with none between", () => {
  const id = `${"0".repeat(20)}9zz00`;
  expect([besideId(id, 1), besideId(id, -1)]).toEqual([`${"0".repeat(20)}9zz01`, `${"0".repeat(20)}9zyzz`]);
  expect(besideId(`${"0".repeat(22)}9zz`, 1)).toBe(`${"0".repeat(22)}a00`);
  for (let i = 0; i < 1000; i++) {
    const one = newId();
    const [before, after] = [besideId(one, -1), besideId(one, 1)];
    expect(before < one && one < after && isId(before) && isId(after)).toBe(true);
    expect([besideId(before, 1), besideId(after, -1)]).toEqual([one, one]);
  }
  // There is nothing before the first or after the last.
  expect([besideId("0".repeat(25), -1), besideId("z".repeat(25), 1)]).toEqual(["0".repeat(25), "z".repeat(25)]);
});
