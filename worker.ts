import { startBackground } from "@/lib/background";
import { assertOwnSecrets, WrongSecret } from "@/lib/master-key";
import { closeDatabase } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { startTelemetry } from "@/lib/telemetry";

await assertOwnSecrets().catch((error: unknown) => {
  if (!(error instanceof WrongSecret)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

// A separate worker. Any number of them can run beside any number of web processes.
const telemetry = await startTelemetry({ hasWorker: true });
const worker = await startBackground();
log.info("worker started");

// The job library leaves some unhandled when its connections break.
process.on("unhandledRejection", (error) => log.error({ err: error }, "an unhandled promise rejection"));

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "worker stops: finishing what is under way");
    void worker.stop();
  });
}
await worker.finished;
await telemetry.close();
await closeDatabase();
