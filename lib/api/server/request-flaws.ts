import type { IncomingMessage } from "node:http";
import { posix } from "node:path";
import { METHODS } from "@/lib/api/declaration";
import { AppError } from "@/lib/platform/errors";

const SERVED: readonly string[] = [...METHODS, "HEAD", "OPTIONS"];
const HOST = /^[\w.~!$&'()*+;=:%[\]-]*$/;
const CONTINUE = /^\s*100-continue\s*$/i;

/** Methods that something here may be asked with, as `Allow` lists them. */
export const SERVED_METHODS = SERVED.join(", ");

/** 405 for a method that nothing here has. */
export const unknownMethod = (): AppError =>
  new AppError(405, "No address of this service has this method", {
    code: "method_not_allowed",
    headers: { Allow: SERVED_METHODS },
  });

export const isServed = (method: string | undefined): boolean => method !== undefined && SERVED.includes(method);

/** What keeps a message that node:http could read from being a request (RFC 9112, 3.2); null when nothing does. */
export function malformation(message: IncomingMessage): AppError | null {
  const { host } = message.headers;
  if (message.httpVersionMajor > 1) return new AppError(400, "This service speaks HTTP/1.1 on this port");
  if (host === undefined)
    return message.httpVersionMinor === 1 ? new AppError(400, "The Host header is missing") : null;
  if (!HOST.test(host) || hosts(message.rawHeaders) > 1) return new AppError(400, "The Host header is not one host");
  return null;
}

/** What a request asks of HTTP that we do not do; null when we do it all. */
export function unmetDemand({ headers }: IncomingMessage): AppError | null {
  if (headers.expect !== undefined && !CONTINUE.test(headers.expect)) {
    return new AppError(417, "The only expectation that can be met is 100-continue");
  }
  const coding = headers["transfer-encoding"];
  // 501 would do as well, but counts as a failure of ours.
  if (coding !== undefined && coding.toLowerCase() !== "chunked") {
    return new AppError(400, "The only Transfer-Encoding that can be read is chunked");
  }
  return null;
}

/** Whether the caller holds its body back until it is told to go on. HTTP/1.0 knows nothing of that. */
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

/** What a request line asks for: its path and its query, as sent. */
export type Target = { path: string; search: string };

const API = "/api/v1";
const UNUSUAL = /%|\\|\/[/.]/;

/** Path and query of a request line. Null for what is neither a path nor an address (`*`, an authority). */
export function targetOf(url: string | undefined): Target | null {
  let target = url ?? "";
  // A proxy's form of the request line, which every server has to understand (RFC 9112, 3.2.2).
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
 * Whether a path would be one of the partner API if it were tidied up: `//api/v1/…`, `/x/%2e%2e/api/v1/…`. We do not tidy
 * up, so it names nothing; but whoever wrote it speaks to the API and is answered by it, not by a page or a redirect.
 */
export const meansApiPath = (path: string): boolean =>
  UNUSUAL.test(path) && isApiPath(posix.normalize(decoded(path).replaceAll("\\", "/")));

/** Whether a path says something in all its parts: it decodes, and to text that can be kept and looked for. */
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
