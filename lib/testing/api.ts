import { claimSocket } from "@/lib/api/client-address";
import { mediaTypeOf, type RouteHandler } from "@/lib/api/declaration";
import { type MadePartner, makeAccount, makeDepiction } from "./factories";
import { makeProduction } from "./productions";
import { makeGreenlitScene, makePublication, makeScene } from "./scenes";
import { makeUploadSession } from "./upload-sessions";
import { makeVerificationJob } from "./verification-jobs";
import { makeEndpoint } from "./webhooks";

export type CallOptions = {
  key?: string;
  method?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** Objects are sent as JSON, strings and bytes as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The caller's address. Each call gets a new one by default, so that tests don't share limits. */
  address?: string;
};

/** A response of the partner API. `body` is parsed JSON, undefined if empty. Of a bulk call, `lines` are the answers. */
export type Answer = { status: number; headers: Headers; body: Record<string, unknown>; lines: AnsweredLine[] };
export type AnsweredLine = { line: number; status: number; body: Record<string, unknown> };

let calls = 0;

/**
 * Calls an exported route with a Web request, as our own server would. Also checks every response for rate-limit
 * headers, an id, JSON, and the flat error envelope or a body that matches its schema.
 */
export async function call(handler: RouteHandler, options: CallOptions = {}): Promise<Answer> {
  // Our server sets the client's address. Here the test is our server.
  claimSocket();
  const { params = {} } = options;
  const response = await handler(requestOf(handler, options), { params: Promise.resolve(params) });
  return checked(handler, response);
}

/** An address that no other call in this process used. */
export function freshAddress(): string {
  calls++;
  return `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
}

function requestOf(handler: RouteHandler, options: CallOptions): Request {
  const { key, query = {}, body, headers = {}, address = freshAddress() } = options;
  const raw = typeof body === "string" || body instanceof Uint8Array;
  const search = new URLSearchParams(query).toString();
  // Only the kernel's fallback reads parameters from the path, and only their order matters.
  const path = ["/api/v1", ...Object.values(options.params ?? {}).map(encodeURIComponent)].join("/");
  return new Request(`http://localhost:3000${path}${search && `?${search}`}`, {
    method: options.method ?? (handler.declaration.body || body !== undefined ? "POST" : "GET"),
    headers: {
      "x-forwarded-for": address,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "content-type": mediaTypeOf(handler.declaration) }),
      ...headers,
    },
    ...(body !== undefined && { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
  });
}

async function checked(handler: RouteHandler, response: Response): Promise<Answer> {
  const { status, headers } = response;
  for (const name of ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]) {
    if (!/^\d+$/.test(headers.get(name) ?? "")) throw new Error(`${status} without ${name}`);
  }
  if (!/^[0-9a-z]{25}$/.test(headers.get("x-request-id") ?? "")) throw new Error(`${status} without X-Request-Id`);
  const text = await response.text();
  if (status < 400 && handler.declaration.isBulk) {
    const lines = text.split("\n").slice(0, -1);
    return { status, headers, body: {}, lines: lines.map((line) => checkedLine(handler, JSON.parse(line))) };
  }
  const body: Record<string, unknown> = text === "" ? {} : JSON.parse(text);
  if (status >= 400) requireEnvelope(handler, status, body);
  else if (status !== 204) requireDeclared(handler, status, body);
  return { status, headers, body, lines: [] };
}

function checkedLine(handler: RouteHandler, answer: AnsweredLine): AnsweredLine {
  requireDeclared(handler, 200, answer);
  if (answer.status >= 400) requireEnvelope(handler, answer.status, answer.body);
  return answer;
}

/** The same, for a bulk call of one line as the answer to that line. */
export async function callOnce(handler: RouteHandler, options: CallOptions = {}): Promise<Answer> {
  const answer = await call(handler, options);
  const [line, ...others] = answer.lines;
  if (!line || others.length > 0) return answer;
  return { ...answer, ...line };
}

function requireEnvelope({ declaration }: RouteHandler, status: number, body: Record<string, unknown>): void {
  const declared = declaration.errors?.find((error) => error.status === status && error.schema)?.schema;
  const extra = declared ? [] : status === 429 ? ["retryAfter", "limit", "remaining", "reset"] : [];
  const documented = new Set(["error", "code", "field", ...(status === 400 ? ["errors"] : []), ...extra]);
  const unknown = Object.keys(body).filter((name) => !documented.has(name));
  if (typeof body.error !== "string" || (!declared && unknown.length > 0)) {
    throw new Error(`${status} is not the error envelope: ${JSON.stringify(body)}`);
  }
  if (declared) declared.parse(body);
}

function requireDeclared({ declaration }: RouteHandler, status: number, body: unknown): void {
  const schema = declaration.responses[status as keyof typeof declaration.responses];
  if (!schema) throw new Error(`${declaration.operationId} does not declare ${status}`);
  schema.parse(body);
}

/** How to create a partner's resource, by the name of its id in paths and bodies. The generated endpoint tests use this. */
export const foreign: Readonly<Record<string, (partner: MadePartner) => Promise<{ id: string }>>> = {
  accountId: (partner) => makeAccount(partner, { status: "active" }),
  depictionId: (partner) => makeDepiction(partner),
  externalContentId: async (partner) => ({ id: (await makeDepiction(partner)).externalContentId ?? "" }),
  uploaderAccountId: (partner) => makeAccount(partner, { status: "active" }),
  sceneId: (partner) => makeScene(partner),
  sessionId: (partner) => makeUploadSession(partner),
  id: async (partner) => ({ id: (await makeVerificationJob(partner)).jobId }),
  productionId: (partner) => makeProduction({ partners: [partner], performers: [], depictions: 0 }),
  endpointId: async (partner) => ({ id: (await makeEndpoint(partner)).endpointId }),
  pubId: async (partner) => makePublication(await makeGreenlitScene(partner), { partnerId: partner.id }),
};
