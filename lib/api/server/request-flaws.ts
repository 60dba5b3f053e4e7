import type { IncomingMessage } from "node:http";
import { posix } from "node:path";
import { METHODS } from "@/lib/api/declaration";
import { AppError } from "@/lib/platform/errors";

const SERVED: readonly string[] = [...METHODS, "HEAD", "OPTIONS"];
const HOST = /^[\w.~!$&'()*+;=:%[\]-]*$/;
const CONTINUE = /^\s*100-continue\s*$/i;

/** The methods that this service knows, for the `Allow` header. */
export const SERVED_METHODS = SERVED.join(", ");

/** 405 for a method that no path supports. */
export const unknownMethod = (): AppError =>
  new AppError(405, "No address of this service has this method", {
    code: "method_not_allowed",
    headers: { Allow: SERVED_METHODS },
  });

export const isServed = (method: string | undefined): boolean => method !== undefined && SERVED.includes(method);

/** Why a message that node:http accepted isn't a valid request (RFC 9112, 3.2). Null when it is. */
export function malformation(message: IncomingMessage): AppError | null {
  const { host } = message.headers;
  if (message.httpVersionMajor > 1) return new AppError(400, "This service speaks HTTP/1.1 on this port");
  if (host === undefined)
    return message.httpVersionMinor === 1 ? new AppError(400, "The Host header is missing") : null;
  if (!HOST.test(host) || hosts(message.rawHeaders) > 1) return new AppError(400, "The Host header is not one host");
  return null;
}

/** An HTTP feature that the request asks for and we don't support. Null when there is none. */
export function unmetDemand({ headers }: IncomingMessage): AppError | null {
  if (headers.expect !== undefined && !CONTINUE.test(headers.expect)) {
    return new AppError(417, "The only supported expectation is 100-continue");
  }
  const coding = headers["transfer-encoding"];
  // 501 would fit too, but would count as our failure.
  if (coding !== undefined && coding.toLowerCase() !== "chunked") {
    return new AppError(400, "The only supported Transfer-Encoding is chunked");
  }
  return null;
}

/** Whether the caller waits for `100 Continue` before sending its body. HTTP/1.0 doesn't have it. */
export const awaitsContinue = ({ headers, httpVersionMinor }: IncomingMessage): boolean =>
  headers.expect !== undefined && httpVersionMinor === 1;

function hosts(rawHeaders: readonly string[]): number {
  let found = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === "host") found++;
  }
  return found;
}

/** The path and query of a request line, as sent. */
export type Target = { path: string; search: string };

const API = "/api/v1";
const UNUSUAL = /%|\\|\/[/.]/;

/** Parses a request target. Null for one that is neither a path nor a URL (`*`, an authority). */
export function targetOf(url: string | undefined): Target | null {
  let target = url ?? "";
  // The form that proxies send, which every server must accept (RFC 9112, 3.2.2).
  if (/^https?:\/\//i.test(target)) target = target.replace(/^https?:\/\/[^/?#]*/i, "") || "/";
  if (target.startsWith("?")) target = `/${target}`;
  if (!target.startsWith("/")) return null;
  const hash = target.indexOf("#");
  if (hash !== -1) target = target.slice(0, hash);
  const at = target.indexOf("?");
  return at === -1 ? { path: target, search: "" } : { path: target.slice(0, at), search: target.slice(at + 1) };
}

export const isApiPath = (path: string): boolean => path === API || path.startsWith(`${API}/`);

/**
 * Whether a path would be in the partner API if it were normalized: `//api/v1/…`, `/x/%2e%2e/api/v1/…`. We don't normalize, so it
 * is a 404. But its caller means the API, so the API answers it, not a page or a redirect.
 */
export const meansApiPath = (path: string): boolean =>
  UNUSUAL.test(path) && isApiPath(posix.normalize(decoded(path).replaceAll("\\", "/")));

/** Whether a path decodes to text that the database can store. */
export function isLegible(path: string): boolean {
  if (!path.includes("%")) return true;
  const text = decodedOrNull(path);
  return text !== null && !text.includes("\0");
}

const decoded = (path: string): string => decodedOrNull(path) ?? path;

function decodedOrNull(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
