import { createHash, createPublicKey, type KeyObject, randomUUID, verify } from "node:crypto";
import { createReadStream, readFileSync, statSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { join } from "node:path";
import { Transform } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import autocannon from "autocannon";
import pg from "pg";
import { chainOf, ledgerRow } from "@/lib/domain/core/ledger";
import { eventRows } from "@/lib/domain/events";
import { insertion, lineOf, prepare } from "@/lib/domain/records/content/insert-depictions";
import { newLink } from "@/lib/domain/scenes/queries";
import type { CreateCollabScene } from "@/lib/domain/scenes/schemas";
import { sha256 } from "@/lib/platform/crypto";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";

// What the service is measured against and with: bare `node:http` servers, which do one thing without keys, limits or log, and
// programs that send load. The first word of the command line says which one runs. A server listens on PORT and ends with its
// parent; a program reads its order from a file and prints one JSON object.

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

const { BENCH_SQL: SQL = "", BENCH_KEYS = "[]", FOLDER = "", PORT, DATABASE_URL } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 16 });
/** The parts of `/x/one/two`. */
function twoPartsOf({ url = "" }: IncomingMessage): [string, string] {
  const [, , one = "", two = ""] = url.split("/");
  return [decodeURIComponent(one), two];
}
const keyOf = (partnerId: string) => ({ kind: "partner_key", partnerId, keyId: "bench" }) as const;

function answer(response: ServerResponse, value: unknown, status = value ? 200 : 404): void {
  const body = JSON.stringify(value ?? null);
  const length = Buffer.byteLength(body);
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8", "Content-Length": length }).end(body);
}

/** Answers calls with a body, and those without at once: they ask whether the server is up. */
const withBody =
  <Body>(handle: (body: Body, request: IncomingMessage, response: ServerResponse) => unknown): Handler =>
  async (request, response) => {
    // A phase's end cuts calls off.
    const sent = await text(request).catch(() => null);
    if (sent === null) return;
    await (sent === "" ? response.end() : handle(JSON.parse(sent), request, response));
  };

const HANDLERS: Readonly<Record<string, () => Handler>> = {
  /** One row by SELECT. */
  select: () => async (request, response) => {
    const { rows } = await pool.query({ name: "select", text: SQL, values: twoPartsOf(request) });
    answer(response, rows[0]);
  },

  /** The productions of a performer at a partner by one SELECT. */
  performer: () => async (request, response) => {
    const { rows } = await pool.query({ name: "performer", text: SQL, values: twoPartsOf(request) });
    answer(response, { productions: rows, nextCursor: null });
  },

  /** A certificate of a production: one RS256 verification and one SELECT. `BENCH_KEYS`: the key set. */
  certificate: () => {
    const keys = new Map<string, KeyObject>();
    for (const key of JSON.parse(BENCH_KEYS)) keys.set(key.kid, createPublicKey({ key, format: "jwk" }));
    const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
    return withBody<{ certificate: string }>(async ({ certificate }, request, response) => {
      const [header = "", payload = "", signature = ""] = certificate.split(".");
      const key = keys.get(read(header).kid);
      const valid =
        key && verify("sha256", Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, "base64url"));
      const values = [...twoPartsOf(request), valid ? read(payload).jti : null];
      const { rows } = await pool.query({ name: "certificate", text: SQL, values });
      answer(response, rows[0] && { valid, ...rows[0] });
    });
  },

  /** A depiction's rows with the service's own statement, one transaction for each call. */
  log: () =>
    withBody<Parameters<typeof prepare>[0][number]["input"]>(async (input, request, response) => {
      const [id, partnerId] = twoPartsOf(request);
      const is = { userId: null, isActive: true, consent: null, partnerName: "bench", needsCopy: true };
      const ctx = { actor: keyOf(partnerId), requestId: newId() };
      const made = prepare([{ ctx, uploader: { id, partnerId, ...is }, input }]);
      const { text: sql, values } = insertion(made, { lines: made.map((one) => ledgerRow(lineOf(one))) });
      const { rows } = await pool.query({ name: "log_depictions", text: sql, values });
      answer(response, made[0]?.logged, rows.length === 1 ? 201 : 200);
    }),

  /** A scene's rows, a statement for each table, in one transaction. */
  scene: () =>
    withBody<CreateCollabScene>(async (body, request, response) => {
      const [accountId, partnerId] = twoPartsOf(request);
      const client = await pool.connect();
      await client.query("BEGIN");
      const scene = await writeScene(client, { accountId, partnerId, body });
      await client.query("COMMIT");
      client.release();
      answer(response, scene, 201);
    }),

  /** Webhooks: 204 at once. A request to /hang gets no answer. */
  receive: () => (request, response) => {
    request.resume();
    if (!request.url?.startsWith("/hang")) request.on("end", () => response.writeHead(204).end());
  },

  /** Reads every body to its end and answers 400. */
  bodies: () => (request, response) => {
    request.resume().on("end", () => response.writeHead(400).end());
  },

  /** Hashes a file as it arrives and writes it to disk. */
  upload: () => async (request, response) => {
    const hash = createHash("sha256");
    const path = join(FOLDER, randomUUID());
    const file = await open(path, "w", 0o600);
    const hashing = new Transform({
      transform: (part, _, done) => {
        hash.update(part);
        done(null, part);
      },
    });
    await pipeline(request, hashing, file.createWriteStream({ flush: true, highWaterMark: 2 ** 20 }));
    response.end(hash.digest("hex"));
    await rm(path);
  },
};

const SCENE = {
  attest: `INSERT INTO attestations (id, kind, subject_kind, subject_id, "text", text_sha256, user_id, email, proof, ip,
      user_agent, attested_at, created_at)
    SELECT $1, 'producer', 'collab_scene', $2, $3, $4, user_id, email, 'partner_api', $5, $6, $7, $8
    FROM solo_accounts WHERE id = $9 AND partner_id = $10`,
  scene: `INSERT INTO collab_scenes (id, partner_id, uploader_account_id, title, callback_url, attestation_id,
      announced_at, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8)`,
  performers: `INSERT INTO scene_performers (id, scene_id, "position", email, link_hash)
    SELECT id, $1, n - 1, email, hash
    FROM unnest($2::text[], $3::text[], $4::bytea[]) WITH ORDINALITY AS p (id, email, hash, n)`,
  fee: `INSERT INTO scene_fees (id, scene_id, partner_id, scene_fee_cents, onboarding_fee_cents, billed_to, status,
      created_at) VALUES ($1, $2, $3, 500, 7500, 'platform_invoice', 'invoiced', $4)`,
  event: "SELECT emit_events($1)",
  job: `SELECT graphile_worker.add_job('finish_scene', json_build_object('requestId', $1::text, 'data',
      json_build_object('sceneId', $2::text)), job_key => 'finish_scene:' || $2)`,
  ledger: "SELECT ledger_append($1, $2)",
};

type Call = { accountId: string; partnerId: string; body: CreateCollabScene };

async function writeScene(client: pg.PoolClient, { accountId, partnerId, body }: Call) {
  const [id, attestation, requestId, now] = [newId(), newId(), newId(), new Date()];
  const { title, callbackUrl, uploaderAttestation: clicked } = body;
  const performers = body.performers.map(({ email }) => ({ id: newId(), email }));
  const expiresAt = new Date(now.getTime() + 14 * DAY_MS);
  const fees = { sceneFeeCents: 500, onboardingFeeCents: 7500, totalCents: 8000 };
  const scene = {
    sceneId: id,
    status: "pending_signatures" as const,
    performers: performers.map(({ email }) => ({ email, status: "pending_consent" as const })),
    fees: { ...fees, charged: false, paymentChargeId: null, chargeError: null },
    expiresAt: expiresAt.toISOString(),
  };
  const about = { ctx: { actor: keyOf(partnerId), requestId }, subject: { kind: "collab_scene" as const, id } };
  const lines = (["collab_scene.created", "collab_scene.announced"] as const).map((action) =>
    ledgerRow({ ...about, action }),
  );
  const events = eventRows([{ type: "collab_scene.created", partnerId, data: { scene, uploadSessionId: null } }]);
  const run = (name: keyof typeof SCENE, ...values: unknown[]) => client.query({ name, text: SCENE[name], values });
  const { attestationText: says, ip, ua, clickedAt } = clicked;
  await run("attest", attestation, id, says, sha256(says), ip, ua, clickedAt, now, accountId, partnerId);
  await run("scene", id, partnerId, accountId, title, callbackUrl, attestation, now, expiresAt);
  const hashes = performers.map((performer) => newLink(performer.id).linkHash);
  const [ids, emails] = [performers.map((performer) => performer.id), performers.map(({ email }) => email)];
  await run("performers", id, ids, emails, hashes);
  await run("fee", newId(), id, partnerId, now);
  await run("event", JSON.stringify(events));
  await run("job", requestId, id);
  await run("ledger", chainOf(lines), JSON.stringify(lines));
  return scene;
}

type LoadOrder = {
  url: string;
  connections: number;
  seconds: number;
  /** The first request, so that a phase doesn't repeat the previous one's keys. */
  from: number;
  requests: { method?: "GET" | "POST"; path: string; headers: Record<string, string>; body?: string }[];
};

type Upload = { url: string; method: string; headers: Record<string, string> };

const PROGRAMS: Readonly<Record<string, (order: never) => Promise<unknown>>> = {
  /** Sends load. */
  load: async ({ url, connections, seconds, from, requests }: LoadOrder) => {
    const latencies: number[] = [];
    const statuses: Record<string, number> = {};
    let client = 0;
    const run = autocannon({
      url,
      connections,
      duration: seconds,
      // Each connection has its own list, so that no two send the same request at once.
      setupClient: (connection) => {
        const mine = client++ % connections;
        const own = requests.filter((_, n) => n % connections === mine);
        const start = Math.floor(from / connections) % own.length;
        // Requests are prepared beforehand, so that sending costs the same for every server.
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
    const answered = latencies.length;
    const at = (share: number) => latencies[Math.floor(answered * share)] ?? 0;
    return { answered, statuses, errors, rate: answered / duration, p50: at(0.5), p99: at(0.99) };
  },

  /** Uploads a file, makes the call that follows, and tells the seconds both took and the last response. */
  put: async ({ file, put, after }: { file: string; put: Upload; after?: Upload }) => {
    const began = performance.now();
    const length = String(statSync(file).size);
    let said = await call({ ...put, headers: { ...put.headers, "Content-Length": length } }, file);
    if (after) said = await call(after);
    return { seconds: (performance.now() - began) / 1000, answer: said };
  },
};

const call = ({ url, method, headers }: Upload, file?: string): Promise<string> =>
  new Promise((done, fail) => {
    const sent = send(url, { method, headers }, async (response) => {
      const said = await text(response);
      if (response.statusCode === 200) done(said);
      else fail(new Error(`${method} ${url}: ${response.statusCode} ${said}`));
    });
    sent.on("error", fail);
    if (file) pipeline(createReadStream(file, { highWaterMark: 2 ** 20 }), sent).catch(fail);
    else sent.end();
  });

const [word = "", order = ""] = process.argv.slice(2);
const program = PROGRAMS[word];
if (program) {
  process.stdout.write(JSON.stringify(await program(JSON.parse(readFileSync(order, "utf8")) as never)));
  process.exit(0);
} else {
  const handler = HANDLERS[word];
  if (!handler) throw new Error(`Name a yardstick: ${Object.keys({ ...HANDLERS, ...PROGRAMS }).join(", ")}.`);
  const server = createServer(handler());
  server.keepAliveTimeout = 60_000;
  server.listen(Number(PORT), "127.0.0.1");
  process.on("disconnect", () => process.exit(0));
}
