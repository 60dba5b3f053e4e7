import { expect, it, test } from "vitest";
import type { ShownAttempt } from "@/lib/domain/events/get-delivery";
import { deliveryFacts } from "@/lib/domain/events/reference";
import {
  isUnhealthy,
  latencyText,
  receiverText,
  retriedText,
  retryText,
  successText,
  testOutcome,
  triesText,
  typesText,
} from "./texts";

test.each([
  [0, 0, "–"],
  [10, 10, "100%"],
  [10_000, 9_999, "99.9%"],
  [100_000, 99_999, "99.9%"],
  [3, 2, "66.7%"],
  [3, 1, "33.3%"],
  [7, 3, "42.9%"],
  [1_000, 1, "0.1%"],
  [10_000, 1, "0%"],
])("of %d attempts %d succeeded: %s", (attempts, succeeded, text) => {
  expect(successText({ attempts, succeeded })).toBe(text);
});

test.each([
  [null, "–"],
  [0.3, "1 ms"],
  [120.4, "120 ms"],
  [999.6, "1.0 s"],
  [1_240, "1.2 s"],
  [29_700, "30 s"],
])("a latency of %s is %s", (ms, text) => {
  expect(latencyText(ms)).toBe(text);
});

test("an endpoint's event types are counted", () => {
  expect([[], ["a.b"], ["a.b", "a.c"]].map(typesText)).toEqual(["All events", "1 event type", "2 event types"]);
});

test("one failure in twenty is normal, and more is not", () => {
  const of = (succeeded: number) => isUnhealthy({ attempts: 100, succeeded });
  expect([of(100), of(95), of(94), isUnhealthy({ attempts: 0, succeeded: 0 })]).toEqual([false, false, true, false]);
});

test("an endpoint is named by its description, or by its URL without the scheme", () => {
  const url = "https://example.com/hooks?a=1";
  expect(receiverText({ url, description: null, status: "enabled" })).toBe("example.com/hooks?a=1");
  expect(receiverText({ url, description: "Production", status: "paused" })).toBe("Production");
  expect(receiverText({ url, description: null, status: "deleted" })).toBe("example.com/hooks?a=1 (deleted)");
});

test("describes the current retry schedule", () => {
  expect(retryText(deliveryFacts())).toBe("after 1, 5, 30, and 120 minutes");
  expect(triesText(deliveryFacts())).toBe("5 times over 2 h 36 min");
});

test("describes any other retry schedule", () => {
  expect(retryText({ waitMinutes: [2, 8] })).toBe("after 2 and 8 minutes");
  expect(triesText({ waitMinutes: [2, 8] })).toBe("3 times over 10 min");
  expect(triesText({ waitMinutes: [60, 60] })).toBe("3 times over 2 h");
});

test("pending deliveries are said to be sent without a replay, with their number", () => {
  expect(retriedText({ waiting: 1, waitingCut: false })).toBe(
    "1 pending delivery is not included: we retry it automatically.",
  );
  expect(retriedText({ waiting: 10_000, waitingCut: true })).toBe(
    "10,000+ pending deliveries are not included: we retry them automatically.",
  );
});

const attempt = (responseStatus: number | null, error: string | null = null): ShownAttempt => ({
  url: "https://platform.example.com/hooks",
  at: new Date(0),
  durationMs: 33.6,
  requestHeaders: {},
  requestBody: "{}",
  responseStatus,
  responseHeaders: null,
  responseBody: null,
  error,
  succeeded: error === null && responseStatus === 200,
});

it.each([
  [200, null, "Received: the endpoint answered 200 in 34 ms.", null],
  [302, null, "The endpoint answered 302 in 34 ms.", /follow redirects/],
  [405, null, "The endpoint answered 405 in 34 ms.", /accept POST.+retry a real event after 2 and 8 minutes/],
  [401, null, "The endpoint answered 401 in 34 ms.", /signature debugger.+retry a real event after 2 and 8 minutes/],
  [503, null, "The endpoint answered 503 in 34 ms.", /Only 2xx.+retry a real event after 2 and 8 minutes/],
  [
    null,
    "The connection was refused.",
    "No response. The connection was refused.",
    /retry a real event after 2 and 8 minutes/,
  ],
  [
    200,
    "No complete response within 30 seconds.",
    "The response (200) was incomplete. No complete response within 30 seconds.",
    /retry a real event after 2 and 8 minutes/,
  ],
])("says what %s with %s means", (status, error, title, advice) => {
  const outcome = testOutcome(attempt(status, error), { waitMinutes: [2, 8] });
  expect(outcome.title).toBe(title);
  if (advice) expect(outcome.advice).toMatch(advice);
  else expect(outcome.advice).toBeNull();
});
