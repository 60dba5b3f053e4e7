import { healthListener, workerReady } from "@/lib/api/health";
import { createHttpServer, listen } from "@/lib/api/server/listen";
import { type Background, startBackground } from "@/lib/background";
import { closeDatabase } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { exitWith, waitToBelong } from "@/lib/start";
import { startTelemetry } from "@/lib/telemetry";

// A separate worker. Any number of them can run beside any number of web processes.

async function work(): Promise<void> {
  const { host, workerPort: port } = env();
  let worker: Background | undefined;
  const health = createHttpServer(healthListener(() => worker && workerReady(worker.checks)));
  if (port) await listen(health, { port, host });
  await waitToBelong();
  const telemetry = await startTelemetry({ hasWorker: true });
  worker = await startBackground();
  const { stop, finished } = worker;
  log.info({ port }, "worker started");

  let stopping = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      log.info({ signal }, "worker stops: finishing what is under way");
      void stop();
    });
  }
  await finished;
  health.close();
  health.closeAllConnections();
  await telemetry.close();
  await closeDatabase();
}

// The job library leaves some unhandled when its connections break.
process.on("unhandledRejection", (error) => log.error({ err: error }, "an unhandled promise rejection"));

work().catch(exitWith);
