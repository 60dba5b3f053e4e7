import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestContext } from "@/lib/platform/request-context";

const FORM = /^multipart\/form-data\b/i;
/** Routes that read forms themselves. */
const ROUTES = /^\/(?:api|onboard\/[^/]+\/photos)\//;

/** Whether Next takes a request for the call of a server action. */
export const callsAction = ({ method, headers }: IncomingMessage, path: string): boolean =>
  method === "POST" &&
  (headers["next-action"] !== undefined || (FORM.test(headers["content-type"] ?? "") && !ROUTES.test(path)));

/**
 * Next answers 500 to a call of a server action whose arguments it can't decode. No code of ours has run by then, and the
 * mistake is the caller's: that is a 400.
 */
export function blameTheCaller(response: ServerResponse, context: RequestContext): void {
  const { writeHead } = response;
  // Whatever else it is called with is passed on.
  response.writeHead = (status: number, ...more: []) =>
    writeHead.call(response, status === 500 && context.action === "unread" ? 400 : status, ...more);
}
