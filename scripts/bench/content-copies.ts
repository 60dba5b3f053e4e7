import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { anyFreePort } from "@/scripts/environment";
import { note, step } from "@/scripts/progress.mjs";
import { makeTargets, openBenchDatabase, serveFrom, type Target } from "./database";
import { median } from "./measure";
import { forgetPeak, memoryOf, startOwn, startProgram, YARDSTICK } from "./servers";

const ROUNDS = 5;
const MIB = 2 ** 20;
// The largest file that the contract allows.
const BYTES = 500 * MIB - 1;
const FOLDER = resolve(".data/bench/copies");

const Logged = z.object({
  complianceCopyUpload: z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }),
});
const Confirmed = z.object({ complianceCopy: z.object({ state: z.literal("stored"), sha256: z.string() }) });
const Sent = z.object({ seconds: z.number(), answer: z.string() });

type Call = { url: string; method: string; headers: Record<string, string> };

/**
 * Measures uploading and confirming a video of 500 MB, against bare `node:http` that hashes the file with and without
 * storing it. Rounds are interleaved. Returns the table for `docs/benchmarks.md`.
 */
export async function benchContentCopies(): Promise<string> {
  const database = await openBenchDatabase({ withAccounts: true });
  serveFrom(database.url);
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, "video.mp4");
  const running: { stop: () => Promise<void> }[] = [];
  try {
    const sha256 = await step("Making a video of 500 MB", () => makeVideo(file));
    const [target] = await makeTargets(database.url, 1);
    if (!target) throw new Error("There is no account.");
    const own = await step("Starting the service", () => startOwn([]));
    running.push(own);
    const port = await anyFreePort();
    const bare = await step("Starting node:http", () =>
      startProgram({ command: [...YARDSTICK, "upload"], port, variables: { FOLDER } }),
    );
    running.push(bare);
    const bareAt = (path: string): Call => ({ url: `http://127.0.0.1:${port}/${path}`, method: "PUT", headers: {} });
    const fresh = memoryOf(own.pid, "VmRSS");
    let warm = fresh;
    forgetPeak(own.pid);
    const speeds: { own: number; stored: number; hashed: number }[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const stored = await send(file, bareAt("stored"));
      const hashed = await send(file, bareAt("hashed"));
      const calls = await logVideo(own.url, target, `${Date.now()}-${round}`);
      const kept = await send(file, calls.put, calls.after);
      if (Confirmed.parse(JSON.parse(kept.answer)).complianceCopy.sha256 !== sha256)
        throw new Error("The hash differs.");
      const speed = { own: speedOf(kept), stored: speedOf(stored), hashed: speedOf(hashed) };
      note(
        `Round ${round}: ${Object.entries(speed)
          .map(([name, value]) => `${name} ${Math.round(value)}`)
          .join(", ")} MB/s`,
      );
      // The first round warms up.
      if (round > 0) speeds.push(speed);
      else warm = memoryOf(own.pid, "VmRSS");
    }
    const peak = memoryOf(own.pid, "VmHWM");
    const ratio = (to: "stored" | "hashed") => median(speeds.map((speed) => speed.own / speed[to])).toFixed(2);
    return [
      `| a video of 500 MB, uploaded and confirmed; medians of ${ROUNDS} interleaved rounds | measured | goal |`,
      "|---|---|---|",
      `| MB/s to node:http that hashes it on its way to the disk | ${ratio("stored")} | ≥ 0.6 |`,
      `| MB/s to node:http that hashes it and forgets it | ${ratio("hashed")} | |`,
      `| memory of the process at its peak, above idle after the first | ${Math.round((peak - warm) / 1024)} MB | ≤ 64 MB |`,
      `| the same above a process that has served nothing yet | ${Math.round((peak - fresh) / 1024)} MB | |`,
    ].join("\n");
  } finally {
    for (const program of running) await program.stop();
    await database.stop();
    await rm(FOLDER, { recursive: true, force: true });
    await rm(resolve(".data/bench/files"), { recursive: true, force: true });
  }
}

const speedOf = ({ seconds }: { seconds: number }) => BYTES / MIB / seconds;

/** Logs a depiction. Returns the calls that upload and confirm its copy. */
async function logVideo(origin: string, { accountId, key }: Target, id: string): Promise<{ put: Call; after: Call }> {
  const content = `${origin}/api/v1/solo-accounts/${accountId}/content`;
  const headers = { Authorization: `Bearer ${key}`, "X-Forwarded-For": "198.18.0.1" };
  const body = {
    contentUrl: `https://platform.example.com/videos/${id}`,
    title: "A long video",
    externalContentId: `video-${id}`,
    complianceCopy: { mimeType: "video/mp4", sizeBytes: BYTES },
  };
  const answer = await fetch(content, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const { complianceCopyUpload: upload } = Logged.parse(await answer.json());
  return {
    put: { url: upload.url, method: "PUT", headers: upload.headers },
    after: { url: `${content}/video-${id}/compliance-copy`, method: "POST", headers },
  };
}

async function send(file: string, put: Call, after?: Call) {
  const order = join(FOLDER, "order.json");
  writeFileSync(order, JSON.stringify({ file, put, after }));
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [join("scripts", "bench", "put-file.ts"), order]);
  return Sent.parse(JSON.parse(stdout));
}

/** Writes a file with the header of an MP4 and returns its SHA-256. */
async function makeVideo(path: string): Promise<string> {
  const hash = createHash("sha256");
  const file = await open(path, "w");
  const chunk = randomBytes(MIB);
  try {
    for (let written = 0; written < BYTES; ) {
      chunk.writeUInt32BE(written, 512);
      const piece = Buffer.from(chunk.subarray(0, Math.min(MIB, BYTES - written)));
      if (written === 0) Buffer.from("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp42", "latin1").copy(piece);
      hash.update(piece);
      await file.writeFile(piece);
      written += piece.length;
    }
  } finally {
    await file.close();
  }
  return hash.digest("hex");
}
