import { expect, test } from "vitest";
import { recordsOf } from "./call-records";

const V1 = "/api/v1";
const call = (route: string, path: string, answer: unknown, { method = "POST", status = 200 } = {}) =>
  recordsOf({
    ...{ method, status },
    ...{ route: `${V1}${route}`, path: `${V1}${path}` },
    responseBody: typeof answer === "string" ? answer : JSON.stringify(answer),
  });
const shown = (...asked: Parameters<typeof call>) => call(...asked).records.map(({ kind, id }) => `${kind} ${id}`);

test("names the records of a call's path and of the answer to a change, each once", () => {
  const answer = { depictionId: "d1", contentLogId: "l1", accountId: "a1" };
  expect(shown("/solo-accounts/{accountId}/content", "/solo-accounts/a1/content", answer)).toEqual([
    "Creator a1",
    "Record d1",
  ]);
  expect(shown("/upload-sessions", "/upload-sessions", { sessionId: "s1" })).toEqual(["Upload session s1"]);
  expect(shown("/productions", "/productions", { productionId: "p1", verificationJobId: null })).toEqual([
    "Production p1",
  ]);
  expect(shown("/solo-accounts/{accountId}", "/solo-accounts/a1", { accountId: "a1" }, { method: "GET" })).toEqual([
    "Creator a1",
  ]);
});

test("leads to a verification job by the partner's own id, whatever is in it", () => {
  const { records } = call("/verification-jobs/{id}/cancel", "/verification-jobs/job%2F%26q%3D1/cancel", {});
  expect(records).toEqual([
    { kind: "Verification job", id: "job/&q=1", href: "/portal/productions/jobs?q=job%2F%26q%3D1" },
  ]);
  expect(shown("/verification-jobs", "/verification-jobs", { id: "job-7", contentId: "c" })).toEqual([
    "Verification job job-7",
  ]);
});

test("names nothing that the call may not have found, and nothing that a list happened to have", () => {
  const path = ["/solo-accounts/{accountId}", "/solo-accounts/a1"] as const;
  for (const status of [400, 401, 403, 404, 429, 500])
    expect(shown(...path, {}, { status }), String(status)).toEqual([]);
  expect(shown(...path, { accountId: "b" }, { status: 409 })).toEqual(["Creator a1"]);
  const events = { events: [{ data: { accountId: "b" } }] };
  expect(shown("/events", "/events", events, { method: "GET" })).toEqual([]);
  expect(shown("/talent/check", "/talent/check", { note: 'say "accountId":"b"' })).toEqual([]);
});

test("reads the lines of a bulk call, and a cut one, and shows 20", () => {
  const lines = Array.from(
    { length: 30 },
    (_, n) => `{"line":${n},"status":201,"body":{"accountId":"a${n}","status":"x"}}`,
  );
  const { records, isMore } = call(
    "/solo-accounts/bulk",
    "/solo-accounts/bulk",
    `{"lines":30}\n${lines.join("\n")}`.slice(0, -20),
  );
  expect([records.length, records[0]?.id, isMore]).toEqual([20, "a0", true]);
  expect(shown("/solo-accounts/{accountId}", "/solo-accounts/%E2%8", {})).toEqual(["Creator %E2%8"]);
});
