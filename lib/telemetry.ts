import { REQUEST_LOG } from "@/lib/api/request-log/insert-rows";
import { WEBHOOK_TABLES, waitingFigures } from "@/lib/domain/events";
import { fingerprintFigures } from "@/lib/domain/records/copy-fingerprints";
import { clockFigures } from "@/lib/domain/removals";
import { pool } from "@/lib/platform/db";
import { partitionFigures } from "@/lib/platform/partitions";
import { addFigures, counted, type Figures } from "@/lib/platform/telemetry/figures";
import { serveMetrics } from "@/lib/platform/telemetry/metrics";
import { startTraces } from "@/lib/platform/telemetry/traces";

/** Of every process. */
const PROCESS: readonly Figures[] = [
  {
    name: "vellum_database_connections",
    help: "This process's connections for requests and jobs, and what waits for one",
    label: "state",
    async read() {
      const { totalCount, idleCount, waitingCount } = pool();
      return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    },
  },
];

/** Of the whole service. Every worker reads them, so take the highest. Counting stops at a limit, where an alert has long rung. */
const SERVICE: readonly Figures[] = [
  {
    name: "vellum_jobs_due",
    help: "Jobs that could run now, at most 10,000",
    label: "task",
    read: () =>
      counted`
        SELECT task_identifier AS label, count(*)::int AS number FROM (
          SELECT task_identifier FROM graphile_worker.jobs
          WHERE run_at <= now() AND locked_at IS NULL AND attempts < max_attempts LIMIT 10000) AS due
        GROUP BY task_identifier`,
  },
  {
    name: "vellum_jobs_failed",
    help: "Jobs that no longer retry, at most 10,000",
    label: "task",
    read: () =>
      counted`
        SELECT task_identifier AS label, count(*)::int AS number FROM (
          SELECT task_identifier FROM graphile_worker.jobs WHERE attempts >= max_attempts LIMIT 10000) AS failed
        GROUP BY task_identifier`,
  },
  ...waitingFigures,
  ...clockFigures,
  ...fingerprintFigures,
  partitionFigures([REQUEST_LOG, ...WEBHOOK_TABLES]),
];

/** Starts what operators read: metrics on a port of their own, and traces. Returns what ends it. */
export async function startTelemetry({ hasWorker }: { hasWorker: boolean }): Promise<{ close: () => Promise<void> }> {
  for (const figures of hasWorker ? [...PROCESS, ...SERVICE] : PROCESS) addFigures(figures);
  const traces = startTraces();
  const served = await serveMetrics();
  return { close: async () => void (await Promise.all([traces.close(), served.close()])) };
}
