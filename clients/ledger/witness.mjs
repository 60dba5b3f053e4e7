#!/usr/bin/env node
// A witness of transparency logs (c2sp.org/tlog-witness): cosigns a log's checkpoints as long as the log only grows. Needs no packages,
// only verify.mjs beside it, and Node 22 or later.

import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openNote, parseCheckpoint, parseVerifierKey, verifyConsistency } from "./verify.mjs";

const HELP = `Witness a transparency log: cosign its checkpoints as long as it only grows.

  node witness.mjs --name NAME --log KEY… [--state FILE] [--port PORT] [--host HOST]

NAME    what verifiers call you, such as witness.example.com/w1
KEY     a log's verifier key, or "<name of the log> <verifier key>" if the key has another name. Repeat it for each key and log
FILE    your key, and the last tree of each log (witness.json). Keep it: a witness that forgets proves nothing
PORT    8080, on HOST 127.0.0.1. Put a server with TLS in front of it

Prints its address and your verifier key, as the log's LEDGER_WITNESSES takes them. Give the log the address of the server with TLS instead,
without /add-checkpoint, and the key to everybody who trusts you.
`;

const BODY_MOST = 128 * 1024;
const PROOF_MOST = 63;
const COSIGNATURE = Buffer.of(4);
const NO_TREE = { size: 0, root: createHash("sha256").digest("base64") };

/** A refusal: its status, and what the caller learns. */
class Refusal extends Error {
  constructor(status, message, headers = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Opens the state of a witness, with a new key if there is none. Writes it so that it survives a crash. */
function openState(file) {
  const state = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { key: newKey(), logs: {} };
  const save = () => {
    const draft = openSync(`${file}.new`, "w", 0o600);
    writeSync(draft, JSON.stringify(state));
    fsyncSync(draft);
    closeSync(draft);
    renameSync(`${file}.new`, file);
    const folder = openSync(dirname(resolve(file)), "r");
    fsyncSync(folder);
    closeSync(folder);
  };
  if (!existsSync(file)) save();
  return { state, save };
}

const newKey = () => generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" });

/** The signer of a key: its verifier key, and the signature line of a checkpoint. */
function cosigner(name, pem) {
  const key = createPrivateKey(pem);
  const raw = Buffer.from(createPublicKey(key).export({ format: "jwk" }).x, "base64url");
  const id = createHash("sha256").update(`${name}\n`).update(COSIGNATURE).update(raw).digest().subarray(0, 4);
  return {
    verifierKey: `${name}+${id.toString("hex")}+${Buffer.concat([COSIGNATURE, raw]).toString("base64")}`,
    cosign(text) {
      const now = Math.floor(Date.now() / 1000);
      const time = Buffer.alloc(8);
      time.writeBigUInt64BE(BigInt(now));
      const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${now}\n${text}`), key);
      return `— ${name} ${Buffer.concat([id, time, signature]).toString("base64")}\n`;
    },
  };
}

function readRequest(body) {
  const end = body.indexOf("\n\n");
  const [first, ...hashes] = body.slice(0, Math.max(end, 0)).split("\n");
  const [, old] = /^old (0|[1-9]\d{0,15})$/.exec(first) ?? [];
  if (old === undefined || hashes.length > PROOF_MOST) throw new Refusal(400, "the request is malformed");
  const proof = hashes.map((hash) => Buffer.from(hash, "base64"));
  if (proof.some((hash, n) => hash.length !== 32 || hash.toString("base64") !== hashes[n])) {
    throw new Refusal(400, "the proof is malformed");
  }
  return { old: Number(old), proof, note: body.slice(end + 2) };
}

/** Checks a checkpoint, remembers it, and returns its cosignature. Never runs twice at once. */
async function addCheckpoint(body, { logs, state, save, cosign }) {
  const { old, proof, note } = readRequest(body);
  const keys = logs.get(note.split("\n")[0]);
  if (!keys) throw new Refusal(404, "I don't know this log");
  const { text } = await openNote(note, keys).catch(({ message }) => {
    throw new Refusal(403, message);
  });
  const { origin, size, root } = tryTo(() => parseCheckpoint(text));
  if (old > size) throw new Refusal(400, "the old size is larger than the checkpoint's");
  const last = state.logs[origin] ?? NO_TREE;
  const conflict = (why) => {
    process.stderr.write(`${origin}: ${why}\n${note}`);
    return new Refusal(409, String(last.size), { "Content-Type": "text/x.tlog.size" });
  };
  if (old !== last.size) throw conflict(`is at ${last.size} here, and says that it was at ${old}`);
  const older = { size: last.size, root: Buffer.from(last.root, "base64") };
  if (size === older.size && !older.root.equals(root)) throw conflict("FORKED: it signed two trees of one size");
  if (!(await verifyConsistency({ older, newer: { size, root }, proof }))) {
    process.stderr.write(`${origin}: NOT PROVEN to continue its tree of ${last.size}\n${note}`);
    throw new Refusal(422, "the tree isn't proven to continue the one that I cosigned");
  }
  state.logs[origin] = { size, root: Buffer.from(root).toString("base64") };
  save();
  return cosign(text);
}

function tryTo(read) {
  try {
    return read();
  } catch ({ message }) {
    throw new Refusal(400, message);
  }
}

async function bodyOf(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BODY_MOST) throw new Refusal(413, "the request is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function serve(witness) {
  let turn = Promise.resolve();
  return createServer(async (request, response) => {
    const answer = (status, text, headers) =>
      response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", ...headers }).end(text);
    try {
      if (request.url !== "/add-checkpoint") throw new Refusal(404, "there is only add-checkpoint");
      if (request.method !== "POST") throw new Refusal(405, "POST a checkpoint", { Allow: "POST" });
      const body = await bodyOf(request);
      const mine = turn.then(() => addCheckpoint(body, witness));
      turn = mine.catch(() => undefined);
      answer(200, await mine);
    } catch (error) {
      if (!(error instanceof Refusal)) process.stderr.write(`${error.stack}\n`);
      const { status = 500, headers, message } = error instanceof Refusal ? error : { message: "failed" };
      answer(status, `${message}\n`, headers);
    }
  });
}

async function start(words) {
  const text = { type: "string" };
  const options = { name: text, log: { ...text, multiple: true }, state: text, port: text, host: text };
  const { values } = parseArgs({ args: words, options });
  const { name, log = [], state: file = "witness.json", port = "8080", host = "127.0.0.1" } = values;
  if (!name || /[\s+]/.test(name) || log.length === 0) throw new Error("a name and a log are needed");
  const logs = new Map();
  for (const one of log) {
    const [origin, own] = one.includes(" ") ? one.split(" ") : [undefined, one];
    const key = await parseVerifierKey(own);
    logs.set(origin ?? key.name, [...(logs.get(origin ?? key.name) ?? []), key]);
  }
  const { state, save } = openState(file);
  const { verifierKey, cosign } = cosigner(name, state.key);
  const server = serve({ logs, state, save, cosign });
  server.listen(Number(port), host, () => {
    // The first line is what LEDGER_WITNESSES takes.
    process.stdout.write(`http://${host}:${server.address().port} ${verifierKey}\nListening for checkpoints\n`);
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => server.close());
}

start(process.argv.slice(2)).catch(({ message }) => {
  process.stderr.write(`${message}\n\n${HELP}`);
  process.exitCode = 2;
});
