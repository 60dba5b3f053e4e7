import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import type { DueDelivery, DueEndpoint } from "./due";
import { Lanes, type Turn } from "./lanes";

const endpoint = (id: string, failing = false): DueEndpoint => ({ id, url: `https://${id}.example.com/`, failing });
const secret = (text: string, retiresAt: Date | null = null) => ({ text, retiresAt });

function delivery(endpointId: string, n: number): DueDelivery {
  const id = `${endpointId}-${n}`;
  const body = Buffer.from("{}");
  return { id, eventId: id, endpointId, type: "test.ping", failures: 0, dueAt: clock.now(), bytes: body.length, body };
}

/** Lanes for endpoints, each with so much to send. */
function lanesWith(endpoints: readonly DueEndpoint[], each: number): Lanes {
  const lanes = new Lanes();
  for (const one of endpoints) lanes.open(one);
  lanes.sign(new Map(endpoints.map(({ id }) => [id, [secret(`whsec_${id}`)]])));
  fill(lanes, endpoints, each);
  return lanes;
}

function fill(lanes: Lanes, endpoints: readonly DueEndpoint[], each: number, make = delivery): void {
  const rooms = endpoints.map(({ id }) => ({ id, room: each }));
  const rows = endpoints.flatMap(({ id }) => Array.from({ length: each }, (_, n) => make(id, n)));
  lanes.add(rows, rooms);
}

const MEGABYTE = 2 ** 20;
const longDelivery = (id: string, n: number): DueDelivery => ({ ...delivery(id, n), bytes: MEGABYTE, body: null });

const many = (count: number, failing = false) =>
  Array.from({ length: count }, (_, n) => endpoint(`${failing ? "f" : "e"}${n}`, failing));
const countBy = (turns: readonly Turn[]) => Map.groupBy(turns, (turn) => turn.delivery.endpointId);

describe("lanes", () => {
  it("begin little at an endpoint that has not answered yet, more when it has, and little again when it fails", () => {
    const lanes = lanesWith(many(1), 60);
    const [one, two, ...rest] = [...lanes.begin()] as [Turn, Turn, ...Turn[]];
    expect(rest).toEqual([]);
    lanes.end(one, true);
    expect([...lanes.begin()]).toHaveLength(7);
    lanes.end(two, false);
    expect([...lanes.begin()]).toEqual([]);
  });

  it("take turns among endpoints when all places are taken, so that none waits for ever", () => {
    const endpoints = many(1_000);
    const lanes = lanesWith(endpoints, 20);
    const begun: Turn[] = [...lanes.begin()];
    expect(begun).toHaveLength(1_536);
    const turns = [...begun];
    for (let n = 0; n < 4_000; n++) {
      const over = begun.shift();
      if (over) lanes.end(over, false);
      const next = [...lanes.begin()];
      begun.push(...next);
      turns.push(...next);
    }
    const counts = endpoints.map(({ id }) => countBy(turns).get(id)?.length ?? 0);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
  });

  it("leave half of the places to endpoints that do not fail", () => {
    const lanes = lanesWith([...many(600, true), ...many(10)], 4);
    const begun = [...lanes.begin()];
    expect(begun.filter(({ isFailing }) => isFailing)).toHaveLength(1_024);
    expect(begun.filter(({ isFailing }) => !isFailing)).toHaveLength(20);
  });

  it("keep places for endpoints that have nothing under way, however many others are slow", () => {
    const slow = many(1_000);
    const lanes = lanesWith(slow, 20);
    for (const turn of [...lanes.begin()]) lanes.end(turn, true);
    expect([...lanes.begin()]).toHaveLength(1_536);
    const quick = endpoint("quick");
    lanes.open(quick);
    lanes.sign(new Map([...slow, quick].map(({ id }) => [id, [secret("s")]])));
    fill(lanes, [quick], 5);
    const [first, ...rest] = [...lanes.begin()];
    expect(first?.delivery.endpointId).toBe("quick");
    expect(rest).toEqual([]);
    if (first) lanes.end(first, true);
    expect([...lanes.begin()][0]?.delivery.endpointId).toBe("quick");
  });

  it("read no more long events at once than memory is meant for, and go on with short ones", () => {
    const [slow, failing, short] = [many(500), many(500, true), endpoint("short")];
    const lanes = lanesWith([...failing, ...slow, short], 0);
    fill(lanes, [...failing, ...slow], 4, longDelivery);
    fill(lanes, [short], 4);
    const begun = [...lanes.begin()];
    const long = begun.filter(({ delivery: { body } }) => body === null);
    expect(long).toHaveLength(64);
    expect(long.filter(({ isFailing }) => isFailing)).toHaveLength(32);
    expect(begun).toHaveLength(64 + 2);
    expect([...lanes.begin()]).toEqual([]);
    for (const turn of long.slice(0, 10)) lanes.end(turn, false);
    expect([...lanes.begin()]).toHaveLength(10);
  });

  it("keep room for the long events of endpoints that have nothing under way, however many others are slow", () => {
    const slow = many(30);
    const lanes = lanesWith(slow, 0);
    fill(lanes, slow, 20, longDelivery);
    for (const turn of [...lanes.begin()]) lanes.end(turn, true);
    expect([...lanes.begin()]).toHaveLength(48);
    const quick = endpoint("quick");
    lanes.open(quick);
    lanes.sign(new Map([...slow, quick].map(({ id }) => [id, [secret("s")]])));
    fill(lanes, [quick], 5, longDelivery);
    for (let n = 0; n < 5; n++) {
      const [turn, ...rest] = [...lanes.begin()];
      expect([turn?.delivery.endpointId, rest]).toEqual(["quick", []]);
      if (turn) lanes.end(turn, true);
    }
  });

  it("sign what waits by the secrets of this moment: those of the last look that have not retired", () => {
    const lanes = lanesWith(many(1), 10);
    const soon = new Date(clock.now().getTime() + 60_000);
    lanes.sign(new Map([["e0", [secret("new"), secret("old", soon)]]]));
    const [first] = [...lanes.begin()];
    expect(first?.secrets).toEqual(["new", "old"]);
    clock.freeze(soon);
    if (first) lanes.end(first, true);
    expect([...lanes.begin()][0]?.secrets).toEqual(["new"]);
    clock.reset();
  });

  it("begin nothing unsigned, nothing at an endpoint that wants nothing, and nothing after the connection was lost", () => {
    const lanes = lanesWith(many(3), 4);
    lanes.sign(
      new Map([
        ["e1", [secret("s")]],
        ["e2", [secret("s")]],
      ]),
    );
    expect(lanes.update([endpoint("e0"), endpoint("e1")])).toEqual(["e2"]);
    expect([...countBy([...lanes.begin()]).keys()]).toEqual(["e1"]);
    lanes.lose();
    expect([...lanes.begin()]).toEqual([]);
    expect(lanes.rooms()).toEqual([]);
  });

  it("are hungry only for what there is room for", () => {
    const lanes = lanesWith(many(1, true), 2);
    expect(lanes.isHungry()).toBe(false);
    for (const turn of lanes.begin()) expect(turn.isFailing).toBe(true);
    expect(lanes.isHungry()).toBe(true);
    expect(lanes.rooms()).toEqual([{ id: "f0", room: 2 }]);
  });
});
