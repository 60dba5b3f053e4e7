import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { note, step } from "@/scripts/progress.mjs";
import { openBenchDatabase, serveFrom } from "./database";
import { median } from "./measure";
import { forgetPeak, memoryOf } from "./servers";

const ROUNDS = 10;
const DEPICTIONS = 10_000;
const PERFORMERS = 10;
const PHOTO_BYTES = 2 * 2 ** 20;
const FOLDER = resolve(".data/bench/packages");
const SETTLED_MS = 2_000;

/**
 * Measures sealing a production of 10,000 depictions and 21 people: the time from the job's start to the certificate, and the
 * memory of the process. Returns the table for `docs/benchmarks.md`.
 */
export async function benchPackages(): Promise<string> {
  const database = await openBenchDatabase({ withAccounts: false, name: "sealing" });
  serveFrom(database.url);
  process.env.STORAGE_DIR = FOLDER;
  // The service reads its environment as it loads.
  const { closeDatabase, makeOpenPackage, sealNow } = await import("./seal-package");
  try {
    await step("Sealing a small production", async () =>
      sealNow(await makeOpenPackage({ performers: 1, depictions: 1 })),
    );
    const measured: Measured[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const about = { performers: PERFORMERS, depictions: DEPICTIONS, photo: randomBytes(PHOTO_BYTES) };
      const packageId = await step("Making a production", () => makeOpenPackage(about));
      const one = await measure(() => sealNow(packageId));
      note(
        `Round ${round}: ${one.seconds.toFixed(1)} s, ${Math.round(one.aboveIdleMb)} MB above idle, ${one.megabytes} MB`,
      );
      measured.push(one);
    }
    const of = (read: (one: Measured) => number) => median(measured.map(read));
    const peak = Math.max(...measured.map(({ aboveIdleMb }) => aboveIdleMb));
    const size = `${of(({ megabytes }) => megabytes)} MB`;
    return [
      `| sealing ${DEPICTIONS.toLocaleString("en")} depictions and ${PERFORMERS + 1} people, ${size}; medians of ${ROUNDS} | measured | goal |`,
      "|---|---|---|",
      `| from the job's start to the certificate | ${of(({ seconds }) => seconds).toFixed(1)} s | ≤ 60 s |`,
      `| memory of the process at its peak, above idle, in the worst round | ${Math.round(peak)} MB | ≤ 64 MB |`,
    ].join("\n");
  } finally {
    await closeDatabase();
    await database.stop();
    await rm(FOLDER, { recursive: true, force: true });
  }
}

type Measured = { seconds: number; aboveIdleMb: number; megabytes: number };

async function measure(seal: () => Promise<number>): Promise<Measured> {
  globalThis.gc?.();
  await wait(SETTLED_MS);
  const idle = memoryOf(process.pid, "VmRSS");
  forgetPeak(process.pid);
  const started = performance.now();
  const bytes = await seal();
  const seconds = (performance.now() - started) / 1000;
  return {
    seconds,
    aboveIdleMb: (memoryOf(process.pid, "VmHWM") - idle) / 1024,
    megabytes: Math.round(bytes / 2 ** 20),
  };
}
