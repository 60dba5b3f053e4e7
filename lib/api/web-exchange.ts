import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { clientAddress, ownsSocket } from "./client-address";
import type { Incoming, Outgoing, PathParams, RouteContext } from "./declaration";
import { PayloadTooLarge } from "./failures";

type Answer = (incoming: Incoming, params: PathParams, route: string | null) => Promise<Outgoing>;

/** An `answer` function as a Web handler, for Next. */
export function webHandler(answer: Answer): (request: Request, context?: RouteContext) => Promise<Response> {
  return async (request, context) => {
    const params = await pathParamsOf(context);
    const incoming = incomingOf(request);
    const { status, headers, body } = await answer(incoming, params, routeOf(incoming.path, params));
    // A response with this status must have no body, not even an empty one.
    return new Response(status === 204 ? null : body, { status, headers });
  };
}

/**
 * The answer to a request, with its body ended if no one reads it: for HEAD, and when the caller leaves before the
 * first read. Next drops such a body without cancelling it, and its source would keep its slot or its open file.
 */
export async function endUnread(request: Request, answer: Response): Promise<Response> {
  const { body } = answer;
  if (!body) return answer;
  const end = async () => {
    if (!body.locked) await body.cancel();
  };
  if (request.method === "HEAD" || request.signal.aborted) {
    await end();
    return new Response(null, answer);
  }
  request.signal.addEventListener("abort", () => void end().catch(() => undefined), { once: true });
  return answer;
}

/** A Web request as an `Incoming` call. */
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

// Next doesn't tell a handler its declared path. Find the parameters by their values, from the right, because a partner's id may
// equal a fixed part further left.
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

/** The path's parameters from Next, without those of a catch-all segment. */
export async function pathParamsOf(context: RouteContext | undefined): Promise<PathParams> {
  const entries = Object.entries((await context?.params) ?? {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/**
 * The whole body of a Web request. Null if it declares or has more than `limit` bytes. The rest isn't read, so the
 * answer should close the connection.
 */
export async function readWebBody(
  { headers, body }: Pick<Request, "headers" | "body">,
  limit: number,
): Promise<Buffer<ArrayBuffer> | null> {
  if (Number(headers.get("content-length")) > limit) return null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Not with `for await`, which cancels the stream on exit and so closes the connection before the answer.
  const reader = body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength;
    if (bytes > limit) return null;
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}
