import { expect, it } from "vitest";
import { textOf } from "@/lib/testing/draw";
import { Timeline, timelineOf } from "./timeline";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 27, hour));
const request = {
  status: "open",
  requestedAt: at(9),
  deadlineAt: at(20),
  decidedAt: null,
  withdrawnAt: null,
  appealedAt: null,
  takedownBy: at(20),
  isAsked: false,
  mayAppeal: false,
  things: [],
  platforms: [],
} as const;
const steps = (changes: Partial<Parameters<typeof timelineOf>[0]>) =>
  timelineOf({ ...request, ...changes }).map(({ state, what }) => `${state}: ${what.split(" ").slice(0, 4).join(" ")}`);

it("says what happens now and next at each stage of a request", () => {
  const after = ["next: Platforms take down what", "next: We look for copies"];
  expect(steps({})).toEqual(["done: We received your request", "now: A custodian reviews it", ...after]);
  expect(steps({ isAsked: true }).slice(1, 3)).toEqual([
    "now: You answer the custodian’s",
    "next: A custodian reviews it",
  ]);
  expect(steps({ appealedAt: at(12) }).slice(1, 3)).toEqual([
    "done: You appealed",
    "now: Another custodian reviews it",
  ]);
  const decided = { status: "decided", decidedAt: at(12) } as const;
  expect(steps({ ...decided, things: [{ outcome: "partly" }], mayAppeal: true }).slice(1)).toEqual([
    "done: A custodian decided",
    "now: Platforms must take down",
    "now: You can appeal once",
    "next: We look for copies",
  ]);
  expect(steps({ ...decided, things: [{ outcome: "rejected" }] }).slice(1)).toEqual(["done: A custodian decided"]);
  expect(steps({ ...decided, things: [{ outcome: "not_found" }] }).at(-1)).toBe("next: We look for copies");
  expect(steps({ status: "withdrawn", withdrawnAt: at(10) }).slice(1)).toEqual(["done: You withdrew it"]);
});

it("names each time with its zone", () => {
  const words = textOf(<Timeline steps={timelineOf(request)} />);
  expect(words).toContain("Nov 27, 2026, 9:00 AM UTC");
  expect(words).toContain("By Nov 27, 2026, 8:00 PM UTC");
  expect(words).toContain("By the same time");
  const later = textOf(<Timeline steps={timelineOf({ ...request, takedownBy: at(22) })} />);
  expect(later).toContain("By Nov 27, 2026, 10:00 PM UTC");
});

it("leaves the date of the takedown to the platforms' clocks once they are shown", () => {
  const decided = { ...request, status: "decided", decidedAt: at(12), things: [{ outcome: "confirmed" }] } as const;
  expect(textOf(<Timeline steps={timelineOf(decided)} />)).toContain("By Nov 27, 2026, 8:00 PM UTC");
  expect(textOf(<Timeline steps={timelineOf({ ...decided, platforms: ["one"] })} />)).not.toContain("By ");
});
