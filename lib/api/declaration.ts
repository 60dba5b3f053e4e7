import type { z } from "zod";
import type { Ctx, PartnerKeyActor } from "@/lib/domain/core/context";
import type { KeyArea, NeededScope } from "@/lib/domain/parties/keys/scopes";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** Success statuses and their response schemas. */
export type Responses = Readonly<Partial<Record<200 | 201 | 202, z.ZodType>>>;

/** An error of this route. The reference adds those that every route can return. */
export type DeclaredError = {
  status: number;
  code?: string;
  /** When it happens, as a sentence. */
  when: string;
  /** The body's schema, if it has more than `error`, `code` and `field`. */
  schema?: z.ZodType;
};

/** The contract's areas, and the areas that restricted keys know. A route has one of these, so it is in an area. */
export const AREAS = {
  "Solo accounts": "creators",
  Content: "content",
  Talent: "creators",
  "Collab scenes": "scenes",
  "Upload sessions": "sessions",
  "Verification jobs": "productions",
  Productions: "productions",
  Events: "events",
  "Webhook endpoints": "webhooks",
} as const satisfies Record<string, KeyArea>;
export type Tag = keyof typeof AREAS;

/** What a route needs of a restricted key. */
export const neededBy = ({ tag, isRead }: Pick<Declaration, "tag" | "isRead">, method: string): NeededScope => ({
  area: AREAS[tag],
  access: isRead || method === "GET" || method === "HEAD" ? "read" : "write",
});

/** What a route validates, what it answers, and what the API reference prints. */
export type Declaration = {
  /** Unique, camelCase. */
  operationId: string;
  /** The contract's name for the area. */
  tag: Tag;
  /** A POST that changes nothing, so a key that may only read may call it. */
  isRead?: true;
  summary: string;
  description?: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The largest body in bytes, if it is less than `BODY_LIMIT`. */
  bodyLimit?: number;
  /** A bulk route: its body and its answer are NDJSON, and `body`, `responses` and `example` describe one line of each. */
  isBulk?: true;
  responses: Responses;
  errors?: readonly DeclaredError[];
  /** For a call that isn't idempotent: what shows whether it took effect, such as its event. */
  effect?: string;
  /** A valid call and its answer. `repeated` is the 200 of a repeat, if its body differs. */
  example?: {
    params?: Record<string, string>;
    query?: Record<string, string>;
    body?: unknown;
    response?: unknown;
    repeated?: unknown;
  };
};

/** The media type of a route's body and of its answer. Errors are JSON. */
export const mediaTypeOf = ({ isBulk }: Pick<Declaration, "isBulk">) => (isBulk ? NDJSON : "application/json");

export const NDJSON = "application/x-ndjson";

/** A declaration's schemas, which type `handle`, and the limit of its body. */
export type TypedSchemas<P, Q, B, R> = Pick<Declaration, "bodyLimit"> & {
  params?: P;
  query?: Q;
  body?: B;
  responses: R;
};

export type TypedDeclaration<P, Q, B, R> = Omit<Declaration, keyof TypedSchemas<P, Q, B, R>> & TypedSchemas<P, Q, B, R>;

/** 1 MiB. */
export const BODY_LIMIT = 1024 * 1024;

/** 64 KiB: all that a check can need. */
export const CHECK_BODY_LIMIT = 64 * 1024;

export type Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
};

type DataOf<S> = S extends z.ZodType ? z.input<S> : never;

/** What `handle` may return: a reply with a declared status, or bare data where 200 is declared. */
export type Result<R extends Responses> =
  | DataOf<R[200]>
  | { [S in keyof R & number]: Reply<S, DataOf<R[S]>> }[keyof R & number];

/** The path's parameters, as Next passes them to a route handler. */
export type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };

/** An exported route: a Web handler for Next, `answer` for our own server, and its declaration. */
export type RouteHandler = {
  (request: Request, context?: RouteContext): Promise<Response>;
  declaration: Declaration;
  answer(incoming: Incoming, params: PathParams, route: string | null): Promise<Outgoing>;
  /** What `answer` does once the call is admitted. A bulk route calls it for each line. Throws what its verb throws. */
  run(ctx: Ctx<PartnerKeyActor>, incoming: Incoming, params: PathParams, call: AdmittedCall): Promise<Outgoing>;
};

/** An admitted call, as its route sees it. */
export type AdmittedCall = {
  /** Takes the raw body, for the request log. */
  onBodyText(text: string): void;
  /** Counts one more request of the key. Throws `TooManyRequests`. */
  countAnother(): Promise<void>;
};

/** The exports of a `route.ts`. */
export type RouteModule = Readonly<Partial<Record<Method, RouteHandler>>>;

/** A declared path, such as `/api/v1/solo-accounts/{accountId}`, and its handlers. */
export type Route = { path: string; handlers: RouteModule };

/**
 * One HTTP call, from a Web `Request` or a Node socket. Both become this type, so there is one pipeline, and calls from
 * our own socket avoid the cost of Web objects.
 */
export type Incoming = {
  method: string;
  /** As sent: percent-encoded, without the query. */
  path: string;
  /** As sent, without the question mark; empty when there is none. */
  search: string;
  requestId: string;
  /** The caller's address. Null without a trusted source. */
  address: string | null;
  header(name: string): string | undefined;
  /** Alternating names and values, as received. */
  rawHeaders(): readonly string[];
  /** The whole body. Throws `PayloadTooLarge` once it exceeds `limit` bytes, without waiting for the rest. */
  readBody(limit: number): Promise<Uint8Array>;
};

/** The complete answer. Not streamed. `logged` is what the request log keeps instead of the body. */
export type Outgoing = { status: number; headers: Record<string, string>; body: string; logged?: string };

export type PathParams = Readonly<Record<string, string>>;

/** Data and its HTTP status. */
export class Reply<Status extends number, Data> {
  constructor(
    readonly status: Status,
    readonly data: Data,
  ) {}
}

/** For a `handle` with more than one success status: `respond(201, data)`. Bare data means 200. */
export const respond = <Status extends number, Data>(status: Status, data: Data): Reply<Status, Data> =>
  new Reply(status, data);
