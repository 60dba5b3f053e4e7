import { createHash, createPublicKey, type KeyObject, randomUUID, verify } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { Transform } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import pg from "pg";

// Bare `node:http` servers to measure against. Each does one thing and nothing else: no keys, no limits, no log. The first
// word of the command line says which one runs; it listens on PORT and ends with its parent.

const SQL = process.env.BENCH_SQL ?? "";

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** One account by SELECT. */
function select(): Handler {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
  return async (request, response) => {
    const [, , accountId, partnerId] = (request.url ?? "").split("/");
    const { rows } = await pool.query({ name: "find_account", text: SQL, values: [accountId, partnerId] });
    answer(response, rows[0]);
  };
}

/** A certificate of a production: one RS256 verification and one SELECT. `BENCH_KEYS`: the key set. */
function certificate(): Handler {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
  const keys = new Map<string, KeyObject>();
  for (const key of JSON.parse(process.env.BENCH_KEYS ?? "[]"))
    keys.set(key.kid, createPublicKey({ key, format: "jwk" }));
  return async (request, response) => {
    const [, , productionId, partnerId] = (request.url ?? "").split("/");
    // A phase's end cuts calls off.
    const body = await text(request).catch(() => null);
    if (body === null) return;
    // The first request asks whether the server is up.
    const sent = body ? JSON.parse(body) : { certificate: ".." };
    const [header = "", payload = "", signature = ""] = sent.certificate.split(".");
    const key = header && keys.get(JSON.parse(Buffer.from(header, "base64url").toString()).kid);
    const valid =
      key && verify("sha256", Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, "base64url"));
    const jti = valid ? JSON.parse(Buffer.from(payload, "base64url").toString()).jti : null;
    const { rows } = await pool.query({ name: "certificate", text: SQL, values: [productionId, partnerId, jti] });
    answer(response, rows[0] && { valid, ...rows[0] });
  };
}

/** The productions of a performer at a partner by one SELECT. */
function performer(): Handler {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
  return async (request, response) => {
    const [, , email = "", partnerId] = (request.url ?? "").split("/");
    const values = [decodeURIComponent(email), partnerId];
    const { rows } = await pool.query({ name: "performer", text: SQL, values });
    answer(response, { productions: rows, nextCursor: null });
  };
}

function answer(response: ServerResponse, value: unknown): void {
  const body = JSON.stringify(value ?? null);
  response.writeHead(value ? 200 : 404, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
  });
  response.end(body);
}

/** Webhooks: 204 at once. A request to /hang gets no answer. */
function receive(): Handler {
  return (request, response) => {
    request.resume();
    if (request.url?.startsWith("/hang")) return;
    request.on("end", () => response.writeHead(204).end());
  };
}

/** Uploads: hashes a file as it arrives and writes it to disk. A PUT to /hashed is only hashed. */
function upload(): Handler {
  const chunk = 1024 * 1024;
  const folder = process.env.FOLDER ?? "";
  return async (request, response) => {
    const hash = createHash("sha256");
    if (request.url === "/hashed") {
      for await (const part of request) hash.update(part);
      response.end(hash.digest("hex"));
      return;
    }
    const path = join(folder, randomUUID());
    const file = await open(path, "w", 0o600);
    const hashing = new Transform({
      transform: (part, _, done) => {
        hash.update(part);
        done(null, part);
      },
    });
    await pipeline(request, hashing, file.createWriteStream({ flush: true, highWaterMark: chunk }));
    response.end(hash.digest("hex"));
    await rm(path);
  };
}

const HANDLERS: Readonly<Record<string, () => Handler>> = { select, certificate, performer, receive, upload };

const handler = HANDLERS[process.argv[2] ?? ""];
if (!handler) throw new Error(`Name a yardstick: ${Object.keys(HANDLERS).join(", ")}.`);
const server = createServer(handler());
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), "127.0.0.1", () => process.send?.("ready"));
process.on("disconnect", () => process.exit(0));
