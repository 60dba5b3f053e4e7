import { readFileSync } from "node:fs";
import autocannon from "autocannon";

// A process of its own, so that making the load costs the servers nothing. Reads its order from a file, prints one JSON object.

type Order = {
  url: string;
  connections: number;
  seconds: number;
  /** Where in the list of targets to begin, so that a phase does not repeat the last one's keys. */
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
  // Each connection goes through a list of its own: no two ask for the same thing with the same key at once.
  setupClient: (connection) => {
    const mine = client++ % order.connections;
    const own = order.requests.filter((_, n) => n % order.connections === mine);
    const turn = Math.floor(order.from / order.connections) % own.length;
    // Nothing is made while it runs: what a request costs to send is the same for every contestant.
    connection.setRequests(
      [...own.slice(turn), ...own.slice(0, turn)].map((request) => ({ method: "GET", ...request })),
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
