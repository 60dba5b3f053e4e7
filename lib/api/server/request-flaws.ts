import type { IncomingMessage } from "node:http";
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
