import { expect, it } from "vitest";
import type { ShownAttempt } from "@/lib/domain/events/shown-attempt";
import { testOutcome } from "./test-outcome";

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
