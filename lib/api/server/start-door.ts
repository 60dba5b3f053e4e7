import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { Unavailable } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { alive, starting } from "../health";
import { send, sendWebResponse } from "./node-exchange";
import { refusal } from "./refusal";

const RETRY_AFTER_S = 5;

/**
 * The listener of a process that still starts. Health checks are answered, so that no probe meets a silent socket; every other
 * call waits until `open` says who answers.
 */
export function createStartDoor() {
  const decided = Promise.withResolvers<void>();
  let inside: RequestListener | undefined;

  async function wait(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = message.url?.split("?")[0];
    const answer = path === "/healthz" ? alive() : path === "/readyz" || path === "/readyz/worker" ? starting() : null;
    if (answer) {
      answer.headers.set("x-request-id", newId());
      return sendWebResponse(answer, response);
    }
    await decided.promise;
    if (inside) return inside(message, response);
    const error = new Unavailable("The service is temporarily unavailable. Try again in a few seconds.", RETRY_AFTER_S);
    send(message, response, await refusal(error, { requestId: newId(), address: null }));
  }

  return {
    listener: ((message, response) =>
      inside ? inside(message, response) : void wait(message, response)) satisfies RequestListener,
    /** Calls are answered. */
    open(listener: RequestListener) {
      inside = listener;
      decided.resolve();
    },
    /** The start takes long, so calls get a 503 until it ends. */
    refuse: () => decided.resolve(),
  };
}
