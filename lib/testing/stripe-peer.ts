import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";

// A stand-in for Stripe's API at the edge of tests, for the calls that the service makes. It refuses what Stripe would:
// calls without a key, unknown or ill-typed parameters, an idempotency key used for something else. And like Stripe it
// withholds verified data that was not asked for by name.

type Fields = Record<string, string>;
type Check = (value: string) => boolean;

export type PeerPerson = {
  first_name: string;
  last_name: string;
  dob: { day: number; month: number; year: number };
  document: {
    type: string;
    issuing_country: string;
    number: string;
    expiration_date: { day: number; month: number; year: number };
  };
};

type Session = {
  id: string;
  status: "requires_input" | "processing" | "verified" | "canceled";
  metadata: Fields;
  returnUrl: string | null;
  lastError: { code: string; reason: string } | null;
  person: PeerPerson | null;
};

const anyText: Check = (value) => value.length > 0 && value.length <= 5000;
const boolean: Check = (value) => value === "true" || value === "false";
const CREATE: readonly (readonly [RegExp, Check])[] = [
  [/^type$/, (value) => value === "document" || value === "id_number"],
  [/^metadata\[[a-z_]{1,40}\]$/, (value) => value.length <= 500],
  [/^client_reference_id$/, anyText],
  [/^return_url$/, (value) => URL.canParse(value)],
  [/^options\[document\]\[(require_matching_selfie|require_live_capture|require_id_number)\]$/, boolean],
  [
    /^options\[document\]\[allowed_types\]\[\d+\]$/,
    (value) => ["driving_license", "id_card", "passport"].includes(value),
  ],
];
const EXPANDABLE = new Set([
  "verified_outputs",
  "verified_outputs.dob",
  "verified_outputs.id_number",
  "last_verification_report",
  "last_verification_report.document.number",
  "last_verification_report.document.expiration_date",
  "last_verification_report.document.dob",
]);

export type StripePeer = Awaited<ReturnType<typeof startStripePeer>>;

/** Starts a peer. `apiBase` and `secretKey` go into the service's environment; `webhookSecret` signs its messages. */
export async function startStripePeer() {
  const secretKey = `sk_test_${randomBytes(12).toString("hex")}`;
  const webhookSecret = `whsec_${randomBytes(24).toString("hex")}`;
  const sessions = new Map<string, Session>();
  const idempotent = new Map<string, { body: string; id: string }>();
  const calls: string[] = [];
  let broken = false;

  const server = createServer((request, response) => {
    void handle(request).then(
      (body) => send(response, 200, body),
      (error: unknown) => send(response, error instanceof Refusal ? error.status : 500, { error: problemOf(error) }),
    );
  });

  async function handle(request: IncomingMessage): Promise<object> {
    const url = new URL(request.url ?? "/", "http://peer");
    calls.push(`${request.method} ${url.pathname}`);
    if (broken) throw new Refusal(503, "api_error", "The peer is down.");
    const bearer = request.headers.authorization;
    if (bearer !== `Bearer ${secretKey}`) throw new Refusal(401, "invalid_request_error", "Invalid API Key provided.");
    if (request.method === "POST" && url.pathname === "/v1/identity/verification_sessions") {
      return create(await textOf(request), request.headers["idempotency-key"], request.headers["content-type"]);
    }
    const id = /^\/v1\/identity\/verification_sessions\/(vs_[a-z0-9]+)$/.exec(url.pathname)?.[1];
    if (request.method === "GET" && id) return retrieve(id, url.searchParams);
    throw new Refusal(404, "invalid_request_error", `Unrecognized request URL (${request.method}: ${url.pathname}).`);
  }

  function create(body: string, key: string | string[] | undefined, type: string | undefined): object {
    if (!type?.startsWith("application/x-www-form-urlencoded")) {
      throw new Refusal(400, "invalid_request_error", "Send a form.");
    }
    const fields = new URLSearchParams(body);
    for (const [name, value] of fields) {
      const rule = CREATE.find(([pattern]) => pattern.test(name));
      if (!rule) throw new Refusal(400, "invalid_request_error", `Received unknown parameter: ${name}`);
      if (!rule[1](value)) throw new Refusal(400, "invalid_request_error", `Invalid ${name}`);
    }
    if (!fields.has("type")) throw new Refusal(400, "invalid_request_error", "Missing required param: type.");
    const known = typeof key === "string" ? idempotent.get(key) : undefined;
    if (known && known.body !== body) {
      throw new Refusal(
        400,
        "idempotency_error",
        "Keys for idempotent requests can only be used with the same parameters.",
      );
    }
    if (known) return present(known.id, new Set());
    const id = `vs_${randomBytes(12).toString("hex")}`;
    const metadata = Object.fromEntries(
      [...fields].flatMap(([name, value]) => {
        const found = /^metadata\[(.+)\]$/.exec(name)?.[1];
        return found ? [[found, value]] : [];
      }),
    );
    const returnUrl = fields.get("return_url");
    sessions.set(id, { id, status: "requires_input", metadata, returnUrl, lastError: null, person: null });
    if (typeof key === "string") idempotent.set(key, { body, id });
    return present(id, new Set());
  }

  function retrieve(id: string, query: URLSearchParams): object {
    const expand = new Set<string>();
    for (const [name, value] of query) {
      if (!/^expand\[\d*\]$/.test(name))
        throw new Refusal(400, "invalid_request_error", `Received unknown parameter: ${name}`);
      if (!EXPANDABLE.has(value)) {
        throw new Refusal(400, "invalid_request_error", `This property cannot be expanded (${value}).`);
      }
      expand.add(value);
    }
    return present(id, expand);
  }

  function present(id: string, expand: Set<string>): object {
    const session = sessions.get(id);
    if (!session) throw new Refusal(404, "invalid_request_error", `No such verification session: ${id}`);
    const { status, person, metadata, lastError } = session;
    const reportId = `vr_${id.slice(3)}`;
    return {
      id,
      object: "identity.verification_session",
      status,
      type: "document",
      livemode: false,
      created: 1,
      metadata,
      last_error: lastError,
      client_secret: null,
      url: status === "requires_input" ? `https://verify.stripe.com/start/${id}` : null,
      last_verification_report: !person
        ? null
        : expand.has("last_verification_report")
          ? { id: reportId, object: "identity.verification_report", document: documentOf(person, expand) }
          : reportId,
      ...(person && expand.has("verified_outputs")
        ? {
            verified_outputs: {
              first_name: person.first_name,
              last_name: person.last_name,
              address: null,
              ...(expand.has("verified_outputs.dob") ? { dob: person.dob } : {}),
            },
          }
        : {}),
    };
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const sessionOf = (id: string): Session => {
    const session = sessions.get(id);
    if (!session) throw new Error(`no session ${id}`);
    return session;
  };

  return {
    apiBase: `http://127.0.0.1:${port}`,
    secretKey,
    webhookSecret,
    /** Every call so far, as `METHOD path`. */
    calls,
    sessions,
    /** From now on every call fails, or works again. */
    breakDown: (down: boolean) => {
      broken = down;
    },
    processing: (id: string) => Object.assign(sessionOf(id), { status: "processing" }),
    verify: (id: string, person: PeerPerson) =>
      Object.assign(sessionOf(id), { status: "verified", lastError: null, person }),
    fail: (id: string, code: string) =>
      Object.assign(sessionOf(id), { status: "requires_input", lastError: { code, reason: "It failed." } }),
    cancel: (id: string) => Object.assign(sessionOf(id), { status: "canceled" }),
    /** A signed message about a session, as it would arrive at the webhook. */
    message: (
      type: string,
      sessionId: string,
      { eventId = `evt_${randomBytes(8).toString("hex")}`, sentAt = new Date() } = {},
    ) => {
      const object = { id: sessionId, object: "identity.verification_session" };
      const rawBody = JSON.stringify({
        id: eventId,
        object: "event",
        type,
        created: 1,
        livemode: false,
        data: { object },
      });
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload: rawBody,
        secret: webhookSecret,
        timestamp: Math.floor(sentAt.getTime() / 1000),
      });
      return { rawBody, signature, eventId };
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
  ) {
    super(message);
  }
}

const problemOf = (error: unknown) => ({
  type: error instanceof Refusal ? error.type : "api_error",
  message: error instanceof Error ? error.message : String(error),
});

function documentOf(person: PeerPerson, expand: Set<string>): object {
  const { type, issuing_country, number, expiration_date } = person.document;
  return {
    status: "verified",
    type,
    issuing_country,
    first_name: person.first_name,
    last_name: person.last_name,
    ...(expand.has("last_verification_report.document.number") ? { number } : {}),
    ...(expand.has("last_verification_report.document.expiration_date") ? { expiration_date } : {}),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json", "Request-Id": "req_peer" });
  response.end(JSON.stringify(body));
}
