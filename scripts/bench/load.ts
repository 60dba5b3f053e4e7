import { readFileSync } from "node:fs";
import autocannon from "autocannon";

// Generates load in a separate process. Reads its order from a file and prints one JSON object.

type Order = {
  url: string;
  connections: number;
  seconds: number;
  /** The first target, so that a phase doesn't repeat the previous one's keys. */
  from: number;
  requests: { method?: "GET" | "POST"; path: string; headers: Record<string, string>; body?: string }[];
};

const order: Order = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const latencies: number[] = [];
const statuses: Record<string, number> = {};
let client = 0;

const run = autocannon({
  url: order.url,
  connections: order.connections,
  duration: order.seconds,
  // Each connection has its own list, so that no two send the same request at once.
  setupClient: (connection) => {
    const mine = client++ % order.connections;
    const own = order.requests.filter((_, n) => n % order.connections === mine);
    const start = Math.floor(order.from / order.connections) % own.length;
    // Requests are prepared beforehand, so that sending costs the same for every contestant.
    connection.setRequests(
      [...own.slice(start), ...own.slice(0, start)].map((request) => ({ method: "GET", ...request })),
    );
  },
});
run.on("response", (_, status, __, ms) => {
  latencies.push(ms);
  statuses[status] = (statuses[status] ?? 0) + 1;
});
const { errors, duration } = await run;

latencies.sort((a, b) => a - b);
const percentile = (share: number) =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
const answered = latencies.length;
process.stdout.write(
  JSON.stringify({ answered, statuses, errors, seconds: duration, p50: percentile(0.5), p99: percentile(0.99) }),
);
