import { createHash, randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { FIND_ACCOUNT } from "@/lib/domain/accounts/queries";
import { startIntegrating } from "@/lib/domain/core/transparency";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { integrateAll, recordAbout } from "@/lib/testing/transparency";
import { step } from "@/scripts/progress.mjs";
import { emptyTables, makeTargets, type Target, unguarded } from "./database";
import { type Bench, compared, inTurns, load, median, type Row, runYardstick, timed, UNIQUE, verdict } from "./measure";
import { forgetPeak, memoryOf, type Request, requestsTo, startService, startYardstick } from "./servers";

const depictionsOf = (targets: readonly Target[], pathOf: (target: Target) => string): Request[] =>
  requestsTo(targets, pathOf, (_, n) => ({
    contentUrl: `https://platform.example.com/posts/${n}-${UNIQUE}`,
    title: `Behind the scenes of shoot ${n}`,
    contentType: "image",
    externalContentId: `post-${n}-${UNIQUE}`,
    fileHash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    complianceCopy: { mimeType: "image/jpeg", sizeBytes: 48213 },
  }));
const contentPath = ({ accountId }: Target): string => `/api/v1/solo-accounts/${accountId}/content`;

const emptyRecords = ({ client }: Bench): Promise<unknown> =>
  emptyTables(client, "depictions, search_queue, search_records", ["solo_accounts", "users", "partners"]);

/** Measures logging new depictions against a bare SELECT, and against bare `node:http` that writes the same rows. */
export async function benchLog(bench: Bench): Promise<Row[]> {
  const [rounds, seconds] = bench.short ? [1, 1] : [3, 5];
  const targets = await makeTargets(bench);
  await emptyRecords(bench);
  const barePath = ({ accountId, partnerId }: Target) => `/accounts/${accountId}/${partnerId}`;
  const service = await startService();
  const reading = await startYardstick("select", { BENCH_SQL: FIND_ACCOUNT });
  const writing = await startYardstick("log");
  const [own, written, reads] = [
    depictionsOf(targets, contentPath),
    depictionsOf(targets, barePath),
    requestsTo(targets, barePath),
  ];
  const rates = await inTurns(rounds, {
    "node:http + pg": async () => (await load(reading, reads, { seconds })).rate,
    "node:http + pg, writing": async () => (await load(writing, written, { seconds, status: 201 })).rate,
    "this service": async () => (await load(service, own, { seconds, status: 201 })).rate,
  });
  const logged = rates["this service"];
  return [
    compared("new records/s, to a SELECT", logged, rates["node:http + pg"], { atLeast: 0.35 }),
    compared("the same, to writing the same rows", logged, rates["node:http + pg, writing"]),
  ];
}

// Of the integrator: everything else is of the calls.
const IN_BACKGROUND = "query ~ 'ledger_(leaves|nodes|checkpoints|keys)|ledger_heads\\) >|pg_try_advisory_xact_lock'";

/**
 * Measures logging new depictions while the transparency log takes their entries in this process, as a worker does, against without it.
 * In short rounds, with, without, without, with, so that what else the machine does hits both. And what a record costs, in the call and
 * in the background.
 */
export async function benchIntegrating(bench: Bench): Promise<Row[]> {
  const [rounds, seconds] = bench.short ? [1, 1] : [12, 2];
  const { client } = bench;
  // Few accounts: both sides read the same ones.
  const targets = await makeTargets({ ...bench, short: true });
  await emptyRecords(bench);
  const [service, requests] = [await startService(), depictionsOf(targets, contentPath)];
  let [entries, microseconds] = [0, 0];
  const log = async () => (await load(service, requests, { seconds, status: 201 })).rate;
  const without = async () => {
    await integrateAll();
    return log();
  };
  const within = async () => {
    await integrateAll();
    const [size, cpu, integrating] = [await signedSize(), process.cpuUsage(), startIntegrating()];
    const rate = await log();
    await integrating.stop();
    const { user, system } = process.cpuUsage(cpu);
    [entries, microseconds] = [entries + (await signedSize()) - size, microseconds + user + system];
    return rate;
  };
  let checkpoints = 0;
  const countCheckpoints = async () =>
    (await client.query("SELECT count(*)::int FROM ledger_checkpoints")).rows[0].count;
  const rates = await inTurns(
    rounds,
    { with: within, without, "without again": without, "with again": within },
    async () => {
      [entries, microseconds, checkpoints] = [0, 0, await countCheckpoints()];
      await client.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements; SELECT pg_stat_statements_reset()");
    },
  );
  const signed = (await countCheckpoints()) - checkpoints;
  const { rows } = await client.query<{ call: number; background: number; leaves: number }>(
    `SELECT sum(total_exec_time) FILTER (WHERE NOT (${IN_BACKGROUND})) / max(calls) FILTER (WHERE query ~ 'ledger_append') AS call,
       sum(total_exec_time) FILTER (WHERE ${IN_BACKGROUND}) / sum(rows) FILTER (WHERE query ~ 'INSERT INTO .*ledger_leaves') AS background
     FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  const [own = { call: Number.NaN, background: Number.NaN }] = rows;
  const goal = { atLeast: 0.9 };
  return [
    compared(
      "new records/s while the log takes them, to without it",
      [...rates.with, ...rates["with again"]],
      [...rates.without, ...rates["without again"]],
      goal,
    ),
    [
      "a record's ms in PostgreSQL: in the log, in the call",
      own.background.toFixed(3),
      own.call.toFixed(3),
      (own.background / own.call).toFixed(2),
      "",
    ],
    [
      "the log's CPU µs for a record, and records a checkpoint",
      (microseconds / entries).toFixed(0),
      (entries / signed).toFixed(0),
      "",
      "",
    ],
  ];
}

const signedSize = async (): Promise<number> =>
  Number((await db.ledgerCheckpoint.aggregate({ _max: { size: true } }))._max.size);

const ENTRIES = { second: 1_000, transaction: 10, atOnce: 10 };

/** Measures how long entries wait until the transparency log has signed them, at 1,000 entries a second. */
export async function benchLedger({ short }: Bench): Promise<Row[]> {
  await integrateAll(1);
  const integrating = startIntegrating();
  const waitFor = async (size: number) => {
    while ((await signedSize()) < size) await wait(50);
  };
  const some = () => recordAbout(Array.from({ length: ENTRIES.transaction }, () => newId()));
  const before = await signedSize();
  const seconds = short ? 2 : 30;
  const waits: Promise<number>[] = [];
  for (let second = 1; second <= seconds; second++) {
    const took = await timed(async () => {
      for (let n = 0; n < ENTRIES.second; n += ENTRIES.transaction * ENTRIES.atOnce)
        await Promise.all(Array.from({ length: ENTRIES.atOnce }, some));
    });
    waits.push(timed(() => waitFor(before + second * ENTRIES.second)));
    await wait(Math.max(0, 1_000 - took));
  }
  const all = await Promise.all(waits);
  await integrating.stop();
  const [worst, usual] = [Math.max(...all) / 1_000, median(all) / 1_000];
  const goal = verdict(worst, { atMost: 6, unit: " s" });
  return [["ledger entries at 1,000/s, s until signed (worst), median", worst.toFixed(1), usual.toFixed(1), "", goal]];
}

// Few enough that many bulk calls end within a phase.
const LINES = { depictions: 1_000, creators: 50 };

/** Measures new depictions and creators in bulk calls against single calls, from four partners at once. */
export async function benchBulk(bench: Bench): Promise<Row[]> {
  const [rounds, seconds] = bench.short ? [1, 1] : [3, 5];
  const targets = (await makeTargets(bench)).filter((target, n, all) => all[n - 1]?.partnerId !== target.partnerId);
  const four = [...new Map(targets.map((target) => [target.partnerId, target])).values()].slice(0, 4);
  await emptyTables(bench.client, "depictions, search_queue, search_records", ["solo_accounts", "users", "partners"]);
  await bench.client.query("UPDATE partners SET key_limit = 600000, address_limit = 600000 WHERE id = ANY ($1)", [
    four.map(({ partnerId }) => partnerId),
  ]);
  const depiction = ({ accountId }: Target, n: string) => ({
    accountId,
    contentUrl: `https://platform.example.com/posts/${n}-${UNIQUE}`,
    title: `Behind the scenes of shoot ${n}`,
    externalContentId: `post-${n}-${UNIQUE}`,
    complianceCopy: { mimeType: "image/jpeg", sizeBytes: 48213 },
  });
  const creator = (_: Target, n: string) => ({
    externalUserId: `bulk-${n}-${UNIQUE}`,
    email: `bulk.${n}.${UNIQUE}@example.com`,
    callbackUrl: "https://platform.example.com/callback",
  });
  const inTurn = Array.from({ length: 64 }, (_, n) => four[n % four.length]).filter((target) => target !== undefined);
  const bulk = (path: string, count: number, lineOf: (target: Target, n: string) => object) =>
    requestsTo(inTurn, () => path).map((request, n) => ({
      ...request,
      method: "POST" as const,
      headers: { ...request.headers, "Content-Type": "application/x-ndjson" },
      body: Array.from({ length: count }, (_, line) =>
        JSON.stringify(lineOf(inTurn[n] as Target, `${n}-${line}`)),
      ).join("\n"),
    }));
  const single = (pathOf: (target: Target) => string, lineOf: (target: Target, n: string) => object) =>
    requestsTo(targets, pathOf, (target, n) => lineOf(target, `single-${n}`));
  const service = await startService();
  const contents = bulk("/api/v1/content/bulk", LINES.depictions, depiction);
  const creators = bulk("/api/v1/solo-accounts/bulk", LINES.creators, creator);
  const singleContents = single(({ accountId }) => `/api/v1/solo-accounts/${accountId}/content`, depiction);
  const singleCreators = single(() => "/api/v1/solo-accounts", creator);
  const lines = async (requests: Request[], count: number) =>
    count * (await load(service, requests, { seconds, connections: 4 })).rate;
  const calls = async (requests: Request[]) => (await load(service, requests, { seconds, status: 201 })).rate;
  const rates = await inTurns(rounds, {
    "depictions, one by one": () => calls(singleContents),
    "depictions, in bulk": () => lines(contents, LINES.depictions),
    "creators, one by one": () => calls(singleCreators),
    "creators, in bulk": () => lines(creators, LINES.creators),
  });
  const { rows } = await bench.client.query(
    "SELECT count(*)::int AS failed FROM request_log WHERE status >= 400 OR response_body LIKE '%\"4__\":%'",
  );
  if (rows[0].failed > 0) throw new Error("Lines failed.");
  await bench.client.query("UPDATE partners SET key_limit = NULL, address_limit = NULL");
  await unguarded(bench.client, () =>
    bench.client.query("DELETE FROM solo_accounts WHERE external_user_id LIKE 'bulk-%'"),
  );
  return [
    compared("new records in bulk/s, to single calls", rates["depictions, in bulk"], rates["depictions, one by one"]),
    compared("new creators in bulk/s, to single calls", rates["creators, in bulk"], rates["creators, one by one"]),
  ];
}

const MIB = 2 ** 20;
const FOLDER = resolve(".data/bench/copies");

const Logged = z.object({
  complianceCopyUpload: z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }),
});
const Confirmed = z.object({ complianceCopy: z.object({ state: z.literal("stored"), sha256: z.string() }) });
const Sent = z.object({ seconds: z.number(), answer: z.string() });

/** Measures uploading and confirming a video of 500 MB, against bare `node:http` that hashes and stores the file. */
export async function benchCopies(bench: Bench): Promise<Row[]> {
  // The largest file that the contract allows.
  const [rounds, bytes] = bench.short ? [1, 20 * MIB] : [5, 500 * MIB - 1];
  const file = join(FOLDER, "video.mp4");
  mkdirSync(FOLDER, { recursive: true });
  try {
    const sha256 = await step("Making a video", () => makeVideo(file, bytes));
    const [target] = await makeTargets(bench, 1);
    if (!target) throw new Error("There is no account.");
    const [service, bare] = [await startService(), await startYardstick("upload", { FOLDER })];
    const speedOf = ({ seconds }: z.infer<typeof Sent>) => bytes / MIB / seconds;
    const store = { url: `${bare.url}/`, method: "PUT", headers: {} };
    let warm = 0;
    const speeds = await inTurns(
      rounds,
      {
        "node:http": async () => speedOf(Sent.parse(await runYardstick("put", { file, put: store }))),
        "this service": async () => {
          const calls = await logVideo(service.url, { ...target, bytes });
          const sent = Sent.parse(await runYardstick("put", { file, ...calls }));
          const { complianceCopy } = Confirmed.parse(JSON.parse(sent.answer));
          if (complianceCopy.sha256 !== sha256) throw new Error("The hash differs.");
          return speedOf(sent);
        },
      },
      async () => {
        forgetPeak(service.pid);
        warm = memoryOf(service.pid).now;
      },
    );
    const { peak } = memoryOf(service.pid);
    return [
      compared("a video of 500 MB, uploaded and confirmed, MB/s", speeds["this service"], speeds["node:http"], {
        atLeast: 0.6,
      }),
      peakRow("memory meanwhile at its peak, MB", peak, warm),
    ];
  } finally {
    await rm(FOLDER, { recursive: true, force: true });
    await rm(resolve(".data/bench/files"), { recursive: true, force: true });
  }
}

/** A peak of memory above that of an idle process. */
export const peakRow = (what: string, peak: number, idle: number): Row => [
  what,
  peak.toFixed(0),
  `${idle.toFixed(0)} idle`,
  `+ ${(peak - idle).toFixed(0)}`,
  verdict(peak - idle, { atMost: 64, unit: " MB" }),
];

/** Logs a depiction. Returns the calls that upload and confirm its copy. */
async function logVideo(origin: string, { accountId, key, bytes }: Target & { bytes: number }) {
  const content = `${origin}/api/v1/solo-accounts/${accountId}/content`;
  const headers = { Authorization: `Bearer ${key}`, "X-Forwarded-For": "198.18.0.1" };
  const id = `video-${Date.now()}`;
  const answer = await fetch(content, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify({
      contentUrl: `https://platform.example.com/videos/${id}`,
      title: "A long video",
      externalContentId: id,
      complianceCopy: { mimeType: "video/mp4", sizeBytes: bytes },
    }),
  });
  const { complianceCopyUpload: upload } = Logged.parse(await answer.json());
  return {
    put: { ...upload, method: "PUT" },
    after: { url: `${content}/${id}/compliance-copy`, method: "POST", headers },
  };
}

/** Writes a file with the header of an MP4 and returns its SHA-256. */
async function makeVideo(path: string, bytes: number): Promise<string> {
  const hash = createHash("sha256");
  const file = await open(path, "w");
  const chunk = randomBytes(MIB);
  for (let written = 0; written < bytes; written += MIB) {
    chunk.writeUInt32BE(written, 512);
    const piece = Buffer.from(chunk.subarray(0, Math.min(MIB, bytes - written)));
    if (written === 0) Buffer.from("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp42", "latin1").copy(piece);
    hash.update(piece);
    await file.writeFile(piece);
  }
  await file.close();
  return hash.digest("hex");
}
