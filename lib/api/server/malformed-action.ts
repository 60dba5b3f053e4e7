import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestContext } from "@/lib/platform/request-context";

const FORM = /^multipart\/form-data\b/i;
/** Routes that read forms themselves. */
const ROUTES = /^\/(?:api|onboard\/[^/]+\/photos)\//;

/** Whether Next treats a request as a call of a server action. */
export const callsAction = ({ method, headers }: IncomingMessage, path: string): boolean =>
  method === "POST" &&
  (headers["next-action"] !== undefined || (FORM.test(headers["content-type"] ?? "") && !ROUTES.test(path)));

/**
 * Next answers 500 when it can't decode a server action's arguments. None of our code has run by then and the mistake is the
 * caller's, so we answer 400.
 */
export function blameTheCaller(response: ServerResponse, context: RequestContext): void {
  const { writeHead } = response;
  // `more` is passed on unchanged.
  response.writeHead = (status: number, ...more: []) =>
    writeHead.call(response, status === 500 && context.action === "unread" ? 400 : status, ...more);
}
