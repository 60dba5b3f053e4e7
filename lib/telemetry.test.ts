import { readFileSync } from "node:fs";
import { InMemorySpanExporter } from "@opentelemetry/sdk-trace";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { inTransaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { runWorker } from "@/lib/platform/job-runner";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { withRequestContext } from "@/lib/platform/request-context";
import { metrics, serveMetrics } from "@/lib/platform/telemetry/metrics";
import { startTraces, traceIdOf } from "@/lib/platform/telemetry/traces";
import { setVariables } from "@/lib/testing/env";
import { ownServer, SHELF } from "@/lib/testing/own-server";
import { anyFreePort } from "@/scripts/environment";
import { startTelemetry } from "./telemetry";

const own = ownServer();
let telemetry: Awaited<ReturnType<typeof startTelemetry>>;

beforeAll(async () => {
  telemetry = await startTelemetry({ hasWorker: true });
});
afterAll(() => telemetry.close());

const measured = () => metrics().registry.metrics();

describe("metrics", () => {
  it("name a call by its declared path, and nothing that a caller wrote", async () => {
    await own.call(SHELF);
    await own.call("/api/v1/a-secret-word");
    await own.call("/onboard/a-secret-word", { key: null });
    await own.call("/", { method: "SECRET" });
    const text = await measured();
    expect(text).toMatch(
      /vellum_request_seconds_count\{route="\/api\/v1\/shelves\/\{shelfId\}",method="GET",status="200"\} [1-9]/,
    );
    expect(text).toContain('route="/api/v1",method="GET",status="404"');
    expect(text).not.toMatch(/secret/i);
  });

  it("count a refusal by its limit", async () => {
    const limited = async () =>
      Number(/vellum_limited_total\{limit="unkeyed"\} (\d+)/.exec(await measured())?.[1] ?? 0);
    const before = await limited();
    for (let call = 0; call <= 60; call++) await own.call(SHELF, { key: null });
    expect(await limited()).toBe(before + 1);
  });

  it("have every figure of the service", async () => {
    const text = await measured();
    for (const name of [
      "jobs_due",
      "deliveries_waiting_seconds",
      "clocks_open",
      "clocks_next_seconds",
      "partitions_ahead_days",
    ])
      expect(text).toContain(`# TYPE vellum_${name} gauge`);
    expect(text).toMatch(/vellum_clocks_open\{clock="takedown"\} \d+/);
    expect(text).toMatch(/vellum_deliveries_waiting_seconds \d+/);
    expect(text).toMatch(/vellum_database_connections\{state="waiting"\} 0/);
  });
});

describe("traces", () => {
  const sent = new InMemorySpanExporter();
  const spans = async (close: () => Promise<void>) => {
    // Shutting down empties it.
    const kept = new Promise<ReturnType<typeof sent.getFinishedSpans>>((resolve) => {
      const shutdown = sent.shutdown.bind(sent);
      sent.shutdown = async () => {
        resolve([...sent.getFinishedSpans()]);
        await shutdown();
      };
    });
    await close();
    return kept;
  };

  it("lead from an answer's request id to its transaction and its job", async () => {
    const traces = startTraces(sent);
    const answer = await own.call(SHELF);
    const requestId = newId();
    const done = Promise.withResolvers<void>();
    const task = defineTask(`traced-${requestId}`, z.object({}), async () => done.resolve());
    await withRequestContext({ requestId }, () => inTransaction((tx) => enqueue(tx, task.name, {})));
    const worker = await runWorker({ databaseUrl: env().databaseUrl, tasks: [task], schedules: [] });
    await done.promise;
    await worker.stop();
    const all = await spans(traces.close);
    const call = all.find(({ name }) => name === "GET /api/v1/shelves/{shelfId}");
    expect(call?.spanContext().traceId).toBe(traceIdOf(String(answer.headers["x-request-id"])));
    expect(call?.attributes["http.response.status_code"]).toBe(200);
    const job = all.find(({ name }) => name === `job ${task.name}`);
    expect(job?.spanContext().traceId).toBe(traceIdOf(requestId));
    expect(all.some(({ name }) => name === "transaction")).toBe(true);
  });
});

it("a request's id and its trace's id are the same number", () => {
  expect(traceIdOf("0".repeat(25))).toBe("0".repeat(32));
  expect(traceIdOf("z".repeat(25))).toBeNull();
  const id = newId();
  expect(
    BigInt(`0x${traceIdOf(id)}`)
      .toString(36)
      .padStart(25, "0"),
  ).toBe(id);
});

describe("what operators import", () => {
  const known = async () => new Set([...(await measured()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  const alerts = readFileSync("deploy/alerts.yaml", "utf8");

  it.each(["deploy/alerts.yaml", "deploy/dashboard.json"])("%s reads only metrics that exist", async (file) => {
    const names = await known();
    const used = [...readFileSync(file, "utf8").matchAll(/\b(?:vellum|nodejs|process)_\w+/g)].map(([name]) => name);
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name) => !names.has(name) && !names.has(name.replace(/_(bucket|count|sum)$/, "")))).toEqual([]);
  });

  it("every alert has a runbook", () => {
    const headings = [...readFileSync("docs/monitoring.md", "utf8").matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect([...alerts.matchAll(/alert: (\w+)/g)].map(([, name]) => name).sort()).toEqual(headings.sort());
    for (const [, anchor] of alerts.matchAll(/monitoring\.md#(\w+)/g))
      expect(headings.map((name) => name?.toLowerCase())).toContain(anchor);
  });
});

it("serves nothing but metrics, on a port of their own", async () => {
  const port = await anyFreePort();
  setVariables({ METRICS_PORT: String(port) });
  const { close } = await serveMetrics();
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect(await (await ask("/metrics")).text()).toContain("vellum_request_seconds");
  for (const path of ["/", "/metrics/", "/healthz"]) expect((await ask(path)).status).toBe(404);
  await close();
  await expect(ask("/metrics")).rejects.toThrow();
});
