import { NotFound } from "@/lib/platform/errors";
import type { Incoming, Outgoing } from "./exchange";
import { MethodNotAllowed } from "./failures";
import { answerKeyedCall } from "./keyed-call";
import { webHandler } from "./web-exchange";

/** A path under /api/v1 that does not exist: told only to whoever has a key, limited and logged like any call. */
export function answerUnknownPath(incoming: Incoming): Promise<Outgoing> {
  return answerKeyedCall(incoming, {
    route: null,
    run: async () => {
      throw new NotFound("There is nothing at this path");
    },
  });
}

/** A path that exists, asked with a method that it does not have; OPTIONS is told the methods that it has. */
export function answerUnknownMethod(incoming: Incoming, route: string, allowed: readonly string[]): Promise<Outgoing> {
  return answerKeyedCall(incoming, {
    route,
    run: async () => {
      if (incoming.method !== "OPTIONS") throw new MethodNotAllowed(allowed);
      return { status: 204, headers: { Allow: allowed.join(", ") }, body: "" };
    },
  });
}

/** `answerUnknownPath` as a Web handler. */
export const unknownRoute = webHandler(answerUnknownPath);
