import { expect, it } from "vitest";
import { env } from "./env";
import { newId } from "./ids";
import { type Enter, turns } from "./turns";

/** Asks for a turn of each key in this order. Returns what began, in its order, and how to end it. */
function asked(enter: Enter, keys: string) {
  const begun: { key: string; leave: () => void }[] = [];
  const ended = [...keys].map((key) => Promise.resolve(enter(key)).then((leave) => begun.push({ key, leave })));
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const names = async () => {
    await settled();
    return begun.map(({ key }) => key).join("");
  };
  return { begun, names, ended };
}

it("has so many of a key under way, and of all", async () => {
  const { begun, names } = asked(turns(newId(), { each: 2, all: 3, waiting: 9 }), "aaaabbb");
  expect(await names()).toBe("aab");
  begun[0]?.leave();
  expect((await names()).length).toBe(4);
});

it("lets keys take turns, whoever asked for more", async () => {
  const { begun, names } = asked(turns(newId(), { each: 4, all: 1, waiting: 99 }), "aaaaaabbc");
  for (let n = 0; n < 9; n++) {
    await names();
    begun[n]?.leave();
  }
  const order = await names();
  expect(order).toHaveLength(9);
  // Each of the others began before the one that asked for most had its third.
  expect(order.indexOf("b")).toBeLessThan(3);
  expect(order.indexOf("c")).toBeLessThan(4);
});

it("refuses who has too many waiting, and no other", async () => {
  const enter = turns(newId(), { each: 1, all: 9, waiting: 2 });
  const { begun, names } = asked(enter, "aaa");
  expect(() => enter("a")).toThrow("asked at once");
  const leave = await enter("b");
  leave();
  for (let n = 0; n < 3; n++) {
    await names();
    begun[n]?.leave();
  }
  expect(await names()).toBe("aaa");
  (await enter("a"))();
});

it("counts all that have one name together, from wherever they ask, and others apart", async () => {
  const name = newId();
  const limits = { each: 1, all: 1, waiting: 9 };
  const leave = await turns(name, limits)("a");
  (await turns(newId(), limits)("a"))();
  const other = asked(turns(name, limits), "b");
  expect(await other.names()).toBe("");
  leave();
  expect(await other.names()).toBe("b");
  other.begun[0]?.leave();
});

it("takes a share of the connections that the database is opened with, and one at least", async () => {
  const few = asked(turns(newId(), { each: 99, all: { ofConnections: 0.5 }, waiting: 99 }), "a".repeat(60));
  expect(await few.names()).toHaveLength(Math.floor(env().databasePoolSize / 2));
  const one = asked(turns(newId(), { each: 99, all: { ofConnections: 0.001 }, waiting: 99 }), "aa");
  expect(await one.names()).toBe("a");
});
