import { createServer } from "node:http";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { env } from "../env";
import { log } from "../log";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

// On globalThis: Next and our own server bundle are two module graphs in one process, and count together.
const KEY = Symbol.for("vellum.metrics");
const shared = globalThis as { [KEY]?: ReturnType<typeof declare> };

function declare() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const timed = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets: SECONDS, registers });
  return {
    registry,
    /** `route` is the declared path, or the kind of what has none: no path of a caller, which may hold a token. */
    requests: timed("vellum_request_seconds", "Requests, until their last byte", ["route", "method", "status"]),
    jobs: timed("vellum_job_seconds", "Runs of jobs", ["task", "outcome"]),
    deliveries: timed("vellum_delivery_seconds", "Attempts to deliver a webhook", ["outcome"]),
    transactions: timed("vellum_transaction_seconds", "Changes, from the first statement to the commit", ["outcome"]),
    limited: new Counter({
      name: "vellum_limited_total",
      help: "Requests refused by a rate limit",
      labelNames: ["limit"],
      registers,
    }),
    signatures: new Counter({
      name: "vellum_signed_pdfs_total",
      help: "PDFs signed, by the level of PAdES that the signature reached",
      labelNames: ["level"],
      registers,
    }),
    stamps: new Counter({
      name: "vellum_stamps_total",
      help: "Requests to the time-stamp authority",
      labelNames: ["outcome"],
      registers,
    }),
  };
}

/** What this process measures. Its values are read by `serveMetrics`. */
export function metrics(): ReturnType<typeof declare> {
  shared[KEY] ??= declare();
  return shared[KEY];
}

/** Serves `/metrics` for Prometheus on `METRICS_PORT`, if it is set. Returns what closes it. */
export async function serveMetrics(): Promise<{ close: () => Promise<void> }> {
  const { metricsPort, host } = env();
  if (metricsPort === undefined) return { close: async () => undefined };
  const { registry } = metrics();
  const server = createServer(async (message, response) => {
    if (message.url !== "/metrics") return void response.writeHead(404).end();
    const text = await registry.metrics().catch((error: unknown) => log.error({ err: error }, "metrics can't be read"));
    response.writeHead(text ? 200 : 500, { "Content-Type": registry.contentType }).end(text ?? "");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port: metricsPort, host }, resolve);
  });
  return {
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
