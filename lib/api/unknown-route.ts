import { type AppError, NotFound } from "@/lib/platform/errors";
import type { Incoming, Outgoing } from "./exchange";
import { MethodNotAllowed } from "./failures";
import { answerKeyedCall } from "./keyed-call";
import { webHandler } from "./web-exchange";

/** A path under /api/v1 that does not exist: told only to whoever has a key, limited and logged like any call. */
export const answerUnknownPath = (incoming: Incoming): Promise<Outgoing> =>
  answerRefused(incoming, new NotFound("There is nothing at this path"));

/** A call that cannot be made, whatever its path: refused with `error` to whoever has a key, limited and logged. */
export function answerRefused(incoming: Incoming, error: AppError): Promise<Outgoing> {
  return answerKeyedCall(incoming, { route: null, run: () => Promise.reject(error) });
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
