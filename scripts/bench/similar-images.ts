import { randomBytes } from "node:crypto";
import { openBenchDatabase, serveFrom } from "@/scripts/bench/database";
import { step } from "@/scripts/progress.mjs";

const ROUNDS = 15;

/** Measures how long it takes to find what resembles one image, or twenty, among `images` fingerprints. Returns the table for `docs/benchmarks.md`. */
export async function benchSimilarImages(images = 1_000_000): Promise<string> {
  const database = await openBenchDatabase({ withAccounts: false, name: "similar" });
  serveFrom(database.url);
  // It reads its environment as it loads.
  const { nearest } = await import("@/lib/domain/removals/similar/suggest-similar");
  const { closeDatabase, db, inTransaction, Prisma } = await import("@/lib/platform/db");
  try {
    await step(`Making ${images.toLocaleString("en")} fingerprints`, () =>
      inTransaction(async (tx) => {
        // Without their depictions, which only matter for what is found.
        await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
        await tx.$executeRaw`TRUNCATE copy_fingerprints`;
        await tx.$executeRaw`
          INSERT INTO copy_fingerprints SELECT lpad(n::text, 25, '0'), (random() * 2 ^ 63 - 2 ^ 62)::bigint, now()
          FROM generate_series(1, ${images}) AS n`;
      }),
    );
    await db.$executeRaw`VACUUM ANALYZE copy_fingerprints`;
    const rows: string[] = [];
    for (const count of [1, 20]) {
      const took: number[] = [];
      for (let round = -2; round < ROUNDS; round++) {
        const wanted = Array.from({ length: count }, (_, n) => ({
          requestId: `request ${n}`,
          hash: randomBytes(8).readBigInt64BE().toString(),
        }));
        const began = performance.now();
        await nearest(db, wanted, Prisma.empty);
        if (round >= 0) took.push(performance.now() - began);
      }
      const sorted = took.toSorted((a, b) => a - b);
      const at = (part: number) => (sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN).toFixed(0);
      rows.push(`| ${count} | ${at(0.5)} | ${at(1)} |`);
    }
    return [
      `| images of a request, among ${images.toLocaleString("en")}, ms | p50 | longest |`,
      "|---|---:|---:|",
      ...rows,
    ].join("\n");
  } finally {
    await closeDatabase();
    await database.stop();
  }
}
