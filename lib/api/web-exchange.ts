import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { clientAddress, ownsSocket } from "./client-address";
import type { Incoming, Outgoing, PathParams, RouteContext } from "./declaration";
import { PayloadTooLarge } from "./failures";

type Answer = (incoming: Incoming, params: PathParams, route: string | null) => Promise<Outgoing>;

/** The kernel's answer as a Web handler, as Next calls it. */
export function webHandler(answer: Answer): (request: Request, context?: RouteContext) => Promise<Response> {
  return async (request, context) => {
    const params = await pathParamsOf(context);
    const incoming = incomingOf(request);
    const { status, headers, body } = await answer(incoming, params, routeOf(incoming.path, params));
    // A status without a body must not be given one, not even an empty one.
    return new Response(status === 204 ? null : body, { status, headers });
  };
}

/** A Web request in the kernel's form. */
export function incomingOf(request: Request): Incoming {
  const url = new URL(request.url);
  const headers = request.headers;
  const trusted = ownsSocket();
  const forwardedFor = headers.get("x-forwarded-for") ?? undefined;
  return {
    method: request.method,
    path: url.pathname,
    search: url.search.slice(1),
    requestId: (trusted && headers.get("x-request-id")) || newId(),
    address: trusted
      ? (forwardedFor ?? null)
      : clientAddress({ socketAddress: undefined, forwardedFor, trustedProxies: env().trustedProxies }),
    header: (name) => headers.get(name) ?? undefined,
    rawHeaders: () => [...headers].flat(),
    readBody: async (limit) => {
      const body = await readWebBody(request, limit);
      if (!body) throw new PayloadTooLarge(limit);
      return body;
    },
  };
}

// Next does not tell a handler its own path. The parameters' values tell where they stand, from the right, because a
// partner's id may equal a fixed part further left.
function routeOf(path: string, params: PathParams): string {
  const segments = path.split("/");
  let end = segments.length - 1;
  for (const [name, value] of Object.entries(params).reverse()) {
    for (; end >= 0; end--) {
      if (decoded(segments[end] ?? "") !== decoded(value)) continue;
      segments[end--] = `{${name}}`;
      break;
    }
  }
  return segments.join("/");
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The path's parameters as Next hands them over; those of a catch-all segment are left out. */
export async function pathParamsOf(context: RouteContext | undefined): Promise<PathParams> {
  const entries = Object.entries((await context?.params) ?? {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/**
 * The whole body of a Web request; null for one that says it is larger than `limit` bytes, or turns out to be. The rest of
 * that is not waited for: a sender need not say a length, or a true one. The answer should close the connection.
 */
export async function readWebBody(
  { headers, body }: Pick<Request, "headers" | "body">,
  limit: number,
): Promise<Buffer<ArrayBuffer> | null> {
  if (Number(headers.get("content-length")) > limit) return null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Read by hand: leaving a `for await` would cancel the stream, and with it the connection before its answer.
  const reader = body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength;
    if (bytes > limit) return null;
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}
