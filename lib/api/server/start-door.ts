import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { newId } from "@/lib/platform/ids";
import { alive, starting } from "../health";
import { sendWebResponse } from "./node-exchange";

/**
 * The listener of a process that still starts. Health checks are answered, so that no probe meets a silent socket; every other
 * call waits until `open` says who answers.
 */
export function createStartDoor(): { listener: RequestListener; open: (listener: RequestListener) => void } {
  const opened = Promise.withResolvers<RequestListener>();
  let inside: RequestListener | undefined;

  async function wait(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = message.url?.split("?")[0];
    const answer = path === "/healthz" ? alive() : path === "/readyz" ? starting() : null;
    if (!answer) return (await opened.promise)(message, response);
    answer.headers.set("x-request-id", newId());
    await sendWebResponse(answer, response);
  }

  return {
    listener: (message, response) => (inside ? inside(message, response) : void wait(message, response)),
    open(listener) {
      inside = listener;
      opened.resolve(listener);
    },
  };
}
