#!/usr/bin/env node
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { createClient, dataOf } from "./client.ts";
import { listen, openState, post, type Row, whyOf } from "./listen.ts";
import { type EventType, verifyWebhook } from "./webhooks.ts";

const HELP = `The vellum command. VELLUM_URL is the service's address, VELLUM_API_KEY a live key.

  vellum listen URL [--from now|oldest] [--types TYPE,…] [--state FILE]
      Posts the events of the feed to a local URL, signed with a secret of your own, with those
      that you rehearse in the portal. The first start begins now; later ones go on where the last
      one stopped.
  vellum trigger TYPE [URL] [--state FILE]
      Posts one example event to the URL that listen posts to. Only your server hears of it.
  vellum verify certificate FILE|- [--production ID]
      Verifies a production's certificate, and, with VELLUM_API_KEY, asks whether it was revoked.
  vellum verify signature BODY|- --secret whsec_… -H 'X-SVC-Signature: t=…,v1=…' [--any-time]
      Verifies a webhook's signature. Instead of that header, it takes webhook-id,
      webhook-timestamp and webhook-signature, each with its own -H.
  vellum verify proof|consistency|bag …
      Verifies proofs of the ledger, offline. Without more words, it says how.

--state: where listen keeps its secret and its place. Default: .vellum.json
`;

class UsageError extends Error {}

async function run(words: string[]): Promise<number> {
  const [command, what, ...rest] = words;
  const isLedger = command === "verify" && ["proof", "consistency", "bag"].includes(what ?? "");
  if (command === "help" || (words.includes("--help") && !isLedger)) {
    print(HELP.trimEnd());
    return 0;
  }
  if (isLedger) return verifyLedger([`${what}`, ...rest]);
  const { values, positionals } = parsed(words.slice(command === "verify" ? 2 : 1));
  const [first, second] = positionals;
  const name = command === "verify" ? `verify ${what}` : command;
  if (name === "listen") return startListening({ ...values, to: first });
  if (name === "trigger") return trigger({ ...values, type: named(first, "an event type"), to: second });
  if (name === "verify certificate") return checkCertificate(named(first, "the certificate's file"), values.production);
  if (name === "verify signature")
    return checkSignature(named(first, "the body's file"), { ...values, secret: named(values.secret, "--secret") });
  throw new UsageError(
    command ? `There is no command ${[command, what].filter(Boolean).join(" ")}.` : "Name a command.",
  );
}

function named(word: string | undefined, what: string): string {
  if (!word) throw new UsageError(`Name ${what}.`);
  return word;
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        state: { type: "string", default: ".vellum.json" },
        from: { type: "string", default: "now" },
        types: { type: "string" },
        production: { type: "string" },
        secret: { type: "string" },
        header: { type: "string", short: "H", multiple: true, default: [] },
        "any-time": { type: "boolean", default: false },
      },
    });
  } catch (error) {
    const [why = ""] = error instanceof Error ? error.message.split(/\. |\n/) : [];
    throw new UsageError(`${why}.`);
  }
}

const { VELLUM_URL = "", VELLUM_API_KEY = "" } = process.env;
const print = (line: string) => process.stdout.write(`${line}\n`);

function service(): string {
  if (!VELLUM_URL) throw new UsageError("VELLUM_URL isn't set. Export the service's address.");
  if (!URL.canParse(VELLUM_URL)) throw new UsageError(`VELLUM_URL is no address: ${VELLUM_URL}`);
  return VELLUM_URL.replace(/\/$/, "");
}

function client() {
  if (!VELLUM_API_KEY) throw new UsageError("VELLUM_API_KEY isn't set. Create a live key in the portal.");
  return createClient({ baseUrl: service(), apiKey: VELLUM_API_KEY });
}

type Listening = { to: string | undefined; state: string; from: string; types?: string | undefined };

async function startListening({ to, state, from, types }: Listening): Promise<number> {
  if (from !== "now" && from !== "oldest") throw new UsageError("--from is now or oldest.");
  const api = client();
  const kept = await openState(state, service());
  const target = { to: targetOf(to ?? kept.to), secret: kept.secret };
  await kept.change({ to: target.to });
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort()).once("SIGTERM", () => stop.abort());
  print(`Posting the events of ${service()} to ${target.to}, signed with\n  ${kept.secret}\nCtrl-C stops.\n`);
  print(["Time    ", "Event".padEnd(TYPE_WIDTH), "Id".padEnd(ID_WIDTH), "Answer"].join("  "));
  await listen({
    ...target,
    cursor: kept.cursor,
    client: api,
    from,
    pollMs: 1_000,
    signal: stop.signal,
    show: (row) => print(lineOf(row)),
    onRetry: (error) => process.stderr.write(`The feed can't be read (${whyOf(error)}). Trying again.\n`),
    ...(types && { types: types.split(",") as EventType[] }),
  });
  return 0;
}

function targetOf(to: string | undefined): string {
  if (!to || !URL.canParse(to))
    throw new UsageError("Name the URL that takes your webhooks: http://localhost:4000/webhooks");
  return to;
}

const TYPE_WIDTH = 34;
const ID_WIDTH = 29;
const lineOf = ({ event: { id, type }, answer, ms }: Row): string =>
  [new Date().toTimeString().slice(0, 8), type.padEnd(TYPE_WIDTH), id.padEnd(ID_WIDTH), `${answer} in ${ms} ms`].join(
    "  ",
  );

/** For any type, and without a key: the example in the service's own description. What follows from each other is rehearsed in the portal. */
async function trigger({ type, to, state }: { type: string; to: string | undefined; state: string }): Promise<number> {
  const kept = await openState(state, service());
  const target = { to: targetOf(to ?? kept.to), secret: kept.secret };
  const answer = await fetch(`${service()}/docs/openapi.json`);
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}.`);
  const { webhooks } = (await answer.json()) as { webhooks: Record<string, Described> };
  const example = webhooks[type]?.post.requestBody.content["application/json"].example;
  if (!example) throw new UsageError(`There is no ${type}. Types: ${Object.keys(webhooks).join(", ")}`);
  const now = Date.now();
  // Marked like the tests of the portal.
  const event = { ...example, id: `evt_test_${now}`, created: Math.floor(now / 1_000) };
  print(`An example, marked as a test. Nothing happened at the service. Signed with\n  ${kept.secret}\n`);
  const row = await post(event, target, "del_test");
  print(lineOf(row));
  return row.status && row.status < 300 ? 0 : 1;
}

type Described = { post: { requestBody: { content: { "application/json": { example: { type: string } } } } } };

async function checkCertificate(file: string, production: string | undefined): Promise<number> {
  const certificate = (await bytesOf(file)).toString().trim();
  const keys = createRemoteJWKSet(new URL("/.well-known/jwks.json", service()));
  // Never the algorithm that the certificate names.
  const required = { algorithms: ["RS256"], requiredClaims: ["sub", "jti", "exp", "performerCount"] };
  const { payload } = await jwtVerify<{ performerCount: number }>(certificate, keys, required);
  const { sub: productionId = "", jti, performerCount, exp = 0 } = payload;
  if (production && productionId !== production) throw new Error(`It is of production ${productionId}.`);
  const about = `certificate ${jti} of production ${productionId}, ${performerCount} performers, until ${dateOf(exp)}`;
  if (!VELLUM_API_KEY) {
    print(`Genuine: ${about}`);
    print("Not checked: whether it was revoked. Set VELLUM_API_KEY to ask.");
    return 0;
  }
  const path = "/api/v1/productions/{productionId}/verify-certificate";
  const asked = await client().POST(path, { params: { path: { productionId } }, body: { certificate } });
  const { valid, reason } = dataOf(asked);
  if (!valid) throw new Error(`the service says ${reason} of ${about}`);
  print(`Valid: ${about}`);
  return 0;
}

const dateOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();

type Signature = { secret: string; header: string[]; "any-time": boolean };

async function checkSignature(file: string, { secret, header, "any-time": anyTime }: Signature): Promise<number> {
  const headers = new Headers(
    header.map((line) => [line.split(":")[0] ?? "", line.slice(line.indexOf(":") + 1).trim()]),
  );
  const toleranceSeconds = anyTime ? Number.POSITIVE_INFINITY : 300;
  const body = await bytesOf(file);
  const verify = (bytes: Buffer) => verifyWebhook({ body: bytes, headers, secret, toleranceSeconds });
  try {
    const { id, type } = verify(body);
    print(`Signed: ${type} ${id}`);
    return 0;
  } catch (error) {
    if (body.at(-1) === NEWLINE && isFine(() => verify(body.subarray(0, -1))))
      throw new Error("the body ends with a newline that wasn't signed. Save it without.");
    throw error;
  }
}

const NEWLINE = 10;

function isFine(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

const bytesOf = (file: string): Promise<Buffer> => (file === "-" ? buffer(process.stdin) : readFile(file));

/** The same program that anyone can run without this package. */
function verifyLedger(words: string[]): number {
  const program = fileURLToPath(new URL("../ledger/verify.mjs", import.meta.url));
  const { status } = spawnSync(process.execPath, [program, ...words], {
    stdio: "inherit",
    env: { ...process.env, VERIFY_AS: "vellum verify" },
  });
  return status ?? 1;
}

run(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const isUsage = error instanceof UsageError;
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(isUsage ? `${why} “vellum help” says how.\n` : `REFUSED: ${why}\n`);
    process.exitCode = isUsage ? 2 : 1;
  },
);
