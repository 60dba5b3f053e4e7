import type { IncomingMessage, ServerResponse } from "node:http";
import type { Incoming } from "@/lib/api/exchange";
import { UPLOADS_PATH } from "@/lib/platform/storage/storage";
import { arrivingBody } from "./arriving-body";
import { nodeIncoming } from "./node-exchange";
import type { IncomingUpload } from "./receive-upload";
import { awaitsContinue } from "./request-flaws";
import type { Target } from "./target";

const UPLOADS = `${UPLOADS_PATH}/`;

export const isUploadPath = (path: string): boolean => path.startsWith(UPLOADS);

/** A request to one of our upload URLs, on our own socket. */
export function nodeUpload(
  message: IncomingMessage,
  response: ServerResponse,
  target: Target,
  call: Pick<Incoming, "requestId" | "address">,
): IncomingUpload {
  const { method, header } = nodeIncoming(message, response, target, call);
  const body = () => {
    if (awaitsContinue(message)) response.writeContinue();
    return arrivingBody(message);
  };
  return { method, header, ...call, grant: target.path.slice(UPLOADS.length), body };
}
