import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import type { DueDelivery, DueEndpoint } from "./due";
import { EndpointQueues, type NextSend } from "./queues";

const endpoint = (id: string, failing = false): DueEndpoint => ({
  id,
  url: `https://${id}.example.com/`,
  failing,
  atOnce: 8,
  perSecond: null,
});
const secret = (text: string, retiresAt: Date | null = null) => ({ text, retiresAt });

function delivery(endpointId: string, n: number): DueDelivery {
  const id = `${endpointId}-${n}`;
  const body = Buffer.from("{}");
  const dueAt = clock.now();
  return {
    id,
    eventId: id,
    endpointId,
    partnerId: "p",
    type: "test.ping",
    failures: 0,
    rehearsal: false,
    edits: null,
    dueAt,
    bytes: body.length,
    body,
  };
}

/** Queues for endpoints, each with some deliveries. */
function queuesWith(endpoints: readonly DueEndpoint[], each: number): EndpointQueues {
  const queues = new EndpointQueues();
  for (const one of endpoints) queues.open(one);
  queues.setSecrets(new Map(endpoints.map(({ id }) => [id, [secret(`whsec_${id}`)]])));
  fill(queues, endpoints, each);
  return queues;
}

function fill(queues: EndpointQueues, endpoints: readonly DueEndpoint[], each: number, make = delivery): void {
  const counts = endpoints.map(({ id }) => ({ id, count: each }));
  const rows = endpoints.flatMap(({ id }) => Array.from({ length: each }, (_, n) => make(id, n)));
  queues.add(rows, counts);
}

const MEGABYTE = 2 ** 20;
const longDelivery = (id: string, n: number): DueDelivery => ({ ...delivery(id, n), bytes: MEGABYTE, body: null });

const many = (count: number, failing = false) =>
  Array.from({ length: count }, (_, n) => endpoint(`${failing ? "f" : "e"}${n}`, failing));
const countBy = (sends: readonly NextSend[]) => Map.groupBy(sends, (send) => send.delivery.endpointId);

describe("the queues of endpoints", () => {
  it("start few attempts at first, more after a success, and few again after a failure", () => {
    const queues = queuesWith(many(1), 60);
    const [one, two, ...rest] = [...queues.start()] as [NextSend, NextSend, ...NextSend[]];
    expect(rest).toEqual([]);
    queues.end(one, true);
    expect([...queues.start()]).toHaveLength(7);
    queues.end(two, false);
    expect([...queues.start()]).toEqual([]);
  });

  it("start as many as operators raised it to, and read ahead for them", () => {
    const raised = { ...endpoint("e"), atOnce: 100 };
    const queues = queuesWith([raised], 300);
    const [one] = [...queues.start()];
    if (one) queues.end(one, true);
    expect([...queues.start()]).toHaveLength(99);
    // Enough wait for the next hundred.
    expect(queues.readCounts()).toEqual([]);
    for (const _ of Array(2)) {
      for (let n = 0; n < 99; n++) if (one) queues.end(one, true);
      expect([...queues.start()]).toHaveLength(99);
    }
    expect(queues.readCounts()).toEqual([{ id: "e", count: 99 }]);
  });

  it("start no more than an endpoint's rate, however fast it answers, and hold back no other", () => {
    let now = 0;
    const queues = new EndpointQueues(() => now);
    const [slow, quick] = [{ ...endpoint("slow"), perSecond: 4 }, endpoint("quick")];
    for (const each of [slow, quick]) queues.open(each);
    queues.setSecrets(new Map([slow, quick].map(({ id }) => [id, [secret(`whsec_${id}`)]])));
    fill(queues, [slow, quick], 60);
    const startedAt: number[] = [];
    let others = 0;
    for (; now < 2_000; now += 10) {
      for (const send of queues.start()) {
        queues.end(send, true);
        queues.forget(send.delivery);
        if (send.delivery.endpointId === "slow") startedAt.push(now);
        else others++;
      }
    }
    expect(startedAt).toEqual([0, 250, 500, 750, 1000, 1250, 1500, 1750]);
    expect(others).toBe(60);
    expect(queues.waitMs()).toBeNull();
    now = 1_900;
    expect(queues.waitMs()).toBe(100);
  });

  it("keep the lock of an endpoint with a rate until another attempt may start", () => {
    let now = 0;
    const queues = new EndpointQueues(() => now);
    const paced = { ...endpoint("e"), perSecond: 1 };
    queues.open(paced);
    queues.setSecrets(new Map([["e", [secret("whsec_e")]]]));
    fill(queues, [paced], 1);
    for (const send of queues.start()) {
      queues.end(send, true);
      queues.forget(send.delivery);
    }
    expect(queues.update([])).toEqual([]);
    now = 999;
    expect(queues.update([])).toEqual([]);
    now = 1_000;
    expect(queues.update([])).toEqual(["e"]);
  });

  it("take turns among endpoints at the limit, so that none waits forever", () => {
    const endpoints = many(1_000);
    const queues = queuesWith(endpoints, 20);
    const started: NextSend[] = [...queues.start()];
    expect(started).toHaveLength(1_536);
    const sends = [...started];
    for (let n = 0; n < 4_000; n++) {
      const over = started.shift();
      if (over) queues.end(over, false);
      const next = [...queues.start()];
      started.push(...next);
      sends.push(...next);
    }
    const counts = endpoints.map(({ id }) => countBy(sends).get(id)?.length ?? 0);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
  });

  it("leave half of the capacity to working endpoints", () => {
    const queues = queuesWith([...many(600, true), ...many(10)], 4);
    const started = [...queues.start()];
    expect(started.filter(({ isFailing }) => isFailing)).toHaveLength(1_024);
    expect(started.filter(({ isFailing }) => !isFailing)).toHaveLength(20);
  });

  it("keep capacity for endpoints with nothing running, however many others are slow", () => {
    const slow = many(1_000);
    const queues = queuesWith(slow, 20);
    for (const send of [...queues.start()]) queues.end(send, true);
    expect([...queues.start()]).toHaveLength(1_536);
    const quick = endpoint("quick");
    queues.open(quick);
    queues.setSecrets(new Map([...slow, quick].map(({ id }) => [id, [secret("s")]])));
    fill(queues, [quick], 5);
    const [first, ...rest] = [...queues.start()];
    expect(first?.delivery.endpointId).toBe("quick");
    expect(rest).toEqual([]);
    if (first) queues.end(first, true);
    expect([...queues.start()][0]?.delivery.endpointId).toBe("quick");
  });

  it("limit the bytes of long events, and continue with short ones", () => {
    const [slow, failing, short] = [many(500), many(500, true), endpoint("short")];
    const queues = queuesWith([...failing, ...slow, short], 0);
    fill(queues, [...failing, ...slow], 4, longDelivery);
    fill(queues, [short], 4);
    const started = [...queues.start()];
    const long = started.filter(({ delivery: { body } }) => body === null);
    expect(long).toHaveLength(64);
    expect(long.filter(({ isFailing }) => isFailing)).toHaveLength(32);
    expect(started).toHaveLength(64 + 2);
    expect([...queues.start()]).toEqual([]);
    for (const send of long.slice(0, 10)) queues.end(send, false);
    expect([...queues.start()]).toHaveLength(10);
  });

  it("keep bytes for long events of endpoints with nothing running, however many others are slow", () => {
    const slow = many(30);
    const queues = queuesWith(slow, 0);
    fill(queues, slow, 20, longDelivery);
    for (const send of [...queues.start()]) queues.end(send, true);
    expect([...queues.start()]).toHaveLength(48);
    const quick = endpoint("quick");
    queues.open(quick);
    queues.setSecrets(new Map([...slow, quick].map(({ id }) => [id, [secret("s")]])));
    fill(queues, [quick], 5, longDelivery);
    for (let n = 0; n < 5; n++) {
      const [send, ...rest] = [...queues.start()];
      expect([send?.delivery.endpointId, rest]).toEqual(["quick", []]);
      if (send) queues.end(send, true);
    }
  });

  it("sign with the secrets of the last read that have not retired since", () => {
    const queues = queuesWith(many(1), 10);
    const soon = new Date(clock.now().getTime() + 60_000);
    queues.setSecrets(new Map([["e0", [secret("new"), secret("old", soon)]]]));
    const [first] = [...queues.start()];
    expect(first?.secrets).toEqual(["new", "old"]);
    clock.freeze(soon);
    if (first) queues.end(first, true);
    expect([...queues.start()][0]?.secrets).toEqual(["new"]);
    clock.reset();
  });

  it("start nothing unsigned, nothing at an endpoint with nothing due, and nothing after the connection is lost", () => {
    const queues = queuesWith(many(3), 4);
    queues.setSecrets(
      new Map([
        ["e1", [secret("s")]],
        ["e2", [secret("s")]],
      ]),
    );
    expect(queues.update([endpoint("e0"), endpoint("e1")])).toEqual(["e2"]);
    expect([...countBy([...queues.start()]).keys()]).toEqual(["e1"]);
    queues.dropLocks();
    expect([...queues.start()]).toEqual([]);
    expect(queues.readCounts()).toEqual([]);
  });

  it("need more only if an endpoint may read more", () => {
    const queues = queuesWith(many(1, true), 2);
    expect(queues.needsMore()).toBe(false);
    for (const send of queues.start()) expect(send.isFailing).toBe(true);
    expect(queues.needsMore()).toBe(true);
    expect(queues.readCounts()).toEqual([{ id: "f0", count: 2 }]);
  });
});
