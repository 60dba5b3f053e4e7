import { setTimeout as pause } from "node:timers/promises";
import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import type { paths } from "./api.ts";

/** The API's calls by path, typed. */
export type Client = FetchClient<paths>;

export type ClientOptions = {
  /** The service's address, such as `https://records.example.com`. */
  baseUrl: string;
  /** A live key, `svc_live_…`. */
  apiKey: string;
  /** How often a call is repeated at most. Default: 4. */
  retries?: number;
  /** How long one try may take, its answer included. Default: a minute. */
  timeoutMs?: number;
  /** The first wait between two tries, at most; each next one is twice as long. Default: half a second. */
  backoffMs?: number;
};

/**
 * A client of the API. Repeats what is safe to repeat: calls that were over the limit, and, if they are idempotent, calls whose
 * answer was lost or a server error. It waits as long as `Retry-After` says, and a random time more.
 */
export function createClient({ baseUrl, apiKey, ...how }: ClientOptions): Client {
  const headers = { Authorization: `Bearer ${apiKey}` };
  // An API doesn't redirect, and the key is for this address only.
  return createFetchClient<paths>({ baseUrl, headers, redirect: "error", fetch: retryingFetch(how) });
}

type PostPath = { [P in keyof paths]: paths[P] extends { post: unknown } ? P : never }[keyof paths];

/**
 * Whether a POST has one effect however often it is sent. A scene costs a fee each time, and a second publication is refused
 * as a duplicate, which would hide that the first succeeded. A new POST doesn't compile until it is decided here.
 */
const IS_IDEMPOTENT: Record<PostPath, boolean> = {
  "/api/v1/solo-accounts": true,
  "/api/v1/solo-accounts/bulk": true,
  "/api/v1/solo-accounts/{accountId}/deactivate": true,
  "/api/v1/solo-accounts/{accountId}/reactivate": true,
  "/api/v1/solo-accounts/{accountId}/content": true,
  "/api/v1/solo-accounts/{accountId}/content/{externalContentId}/compliance-copy": true,
  "/api/v1/content/bulk": true,
  "/api/v1/content/check": true,
  "/api/v1/talent/check": true,
  "/api/v1/collab-scenes": false,
  "/api/v1/collab-scenes/{sceneId}/cancel": true,
  "/api/v1/collab-scenes/{sceneId}/extend": true,
  "/api/v1/collab-scenes/{sceneId}/publications": false,
  "/api/v1/collab-scenes/{sceneId}/publications/{pubId}/remove": true,
  "/api/v1/upload-sessions": false,
  "/api/v1/verification-jobs": true,
  "/api/v1/verification-jobs/{id}/cancel": true,
  "/api/v1/productions": false,
  "/api/v1/productions/{productionId}/verify-certificate": true,
  "/api/v1/webhook-endpoints": false,
};
const IDEMPOTENT_POSTS = Object.entries(IS_IDEMPOTENT)
  .filter(([, isIdempotent]) => isIdempotent)
  .map(([path]) => new RegExp(`${path.replace(/\{\w+\}/g, "[^/]+")}$`));

function isIdempotent({ method, url }: Request): boolean {
  if (method !== "POST") return true;
  const { pathname } = new URL(url);
  return IDEMPOTENT_POSTS.some((path) => path.test(pathname));
}

const LONGEST_WAIT_MS = 90_000;
const JITTER_MS = 1_000;

type Retrying = Pick<ClientOptions, "retries" | "timeoutMs" | "backoffMs">;

function retryingFetch({ retries = 4, timeoutMs = 60_000, backoffMs = 500 }: Retrying) {
  return async (request: Request): Promise<Response> => {
    const mayRepeat = isIdempotent(request);
    for (let tries = 1; ; tries++) {
      const isLast = tries > retries;
      let waitMs = backoff(tries, backoffMs);
      try {
        const response = await wholeAnswer(request.clone(), timeoutMs);
        const { status } = response;
        if (isLast || !(status === 429 || (status >= 500 && mayRepeat))) return response;
        const askedMs = retryAfterMs(response);
        if (askedMs > LONGEST_WAIT_MS) return response;
        if (askedMs > 0) waitMs = askedMs + Math.random() * JITTER_MS;
      } catch (error) {
        if (isLast || !mayRepeat || request.signal.aborted) throw error;
      }
      await pause(waitMs, undefined, { signal: request.signal });
    }
  };
}

/** Reads the body too, so that an answer that is cut off counts as lost. */
async function wholeAnswer(request: Request, timeoutMs: number): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  const response = await fetch(request, { signal });
  const body = await response.arrayBuffer();
  const { status, statusText, headers } = response;
  return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers });
}

/** Zero if the header is missing. A proxy may send a date. */
function retryAfterMs({ headers }: Response): number {
  const text = headers.get("retry-after") ?? "";
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.max(ms, 0);
}

const LONGEST_BACKOFF_MS = 30_000;

/** A random time, so that clients that failed together don't return together. */
export const backoff = (tries: number, firstMs: number): number =>
  Math.random() * Math.min(firstMs * 2 ** (tries - 1), LONGEST_BACKOFF_MS);

/** An answer of the API that is an error. Rely on `status`; `code` tells causes of one status apart. */
export class VellumError extends Error {
  override readonly name = "VellumError";
  readonly status: number;
  readonly code: string | undefined;
  readonly field: string | undefined;
  /** The portal's request log shows the call under this id. */
  readonly requestId: string | undefined;

  constructor(body: unknown, response: Response, options?: ErrorOptions) {
    const said: { error?: string; code?: string; field?: string } = typeof body === "object" && body ? body : {};
    super(said.error ?? `The service answered ${response.status}`, options);
    this.status = response.status;
    this.code = said.code;
    this.field = said.field;
    this.requestId = response.headers.get("x-request-id") ?? undefined;
  }
}

type Result<T> = { data?: T; error?: unknown; response: Response };

/** What a call answered. Throws a `VellumError` if that is an error: `dataOf(await client.GET(…))`. */
export function dataOf<T>({ data, error, response }: Result<T>): NonNullable<T> {
  if (!response.ok || data === undefined || data === null) throw new VellumError(error, response);
  return data;
}

type BulkPath = Extract<PostPath, `${string}/bulk`>;
type Line<P extends BulkPath> = paths[P]["post"]["requestBody"]["content"]["application/x-ndjson"];
type AnsweredLine<P extends BulkPath> = paths[P]["post"]["responses"][200]["content"]["application/x-ndjson"];

/** A bulk call: up to 1,000 lines, answered in their order. Look at each `status`, and send those with 429 or 503 again. */
export async function sendLines<P extends BulkPath>(client: Client, path: P, lines: readonly Line<P>[]) {
  const answer = await client.request("post", path as BulkPath, {
    body: lines as never,
    bodySerializer: () => lines.map((line) => JSON.stringify(line)).join("\n"),
    headers: { "Content-Type": "application/x-ndjson" },
    parseAs: "text",
  });
  const text: string = dataOf(answer);
  return text
    .trim()
    .split("\n")
    .map((line): AnsweredLine<P> => JSON.parse(line));
}
