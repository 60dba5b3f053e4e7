import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clock } from "./clock";

const TODAY = Date.parse("2026-11-20T08:00:00.000Z");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: TODAY });
});
afterEach(() => {
  clock.reset();
  vi.useRealTimers();
});

it("returns the real time unless frozen", () => {
  expect(clock.now().getTime()).toBe(TODAY);
  vi.setSystemTime(TODAY + 5);
  expect(clock.now().getTime()).toBe(TODAY + 5);
});

it("stops when frozen, and moves only when advanced", () => {
  clock.freeze("2026-11-21T10:00:00.000Z");
  vi.setSystemTime(TODAY + 5);
  expect(clock.now().toISOString()).toBe("2026-11-21T10:00:00.000Z");
  clock.advance(90_000);
  expect(clock.now().toISOString()).toBe("2026-11-21T10:01:30.000Z");
});

it("never returns the same time twice when ticking", () => {
  clock.freeze("2026-11-21T10:00:00.000Z");
  clock.tick(5);
  const seen = [clock.now(), clock.now(), clock.now()].map((at) => at.toISOString().slice(17));
  expect(seen).toEqual(["00.000Z", "00.005Z", "00.010Z"]);
  clock.reset();
  clock.tick();
  const [first, second] = [clock.now(), clock.now()];
  expect(second.getTime() - first.getTime()).toBe(1);
  expect(first.getTime()).toBe(TODAY);
  clock.reset();
  clock.freeze(first);
  expect([clock.now(), clock.now()]).toEqual([first, first]);
});

it("keeps running from the time it was advanced to", () => {
  clock.advance(3_600_000);
  vi.setSystemTime(TODAY + 5);
  expect(clock.now().getTime()).toBe(TODAY + 5 + 3_600_000);
});

it("returns a new Date each time", () => {
  clock.freeze("2026-11-21T10:00:00.000Z");
  clock.now().setFullYear(1999);
  expect(clock.now().getFullYear()).toBe(2026);
});
