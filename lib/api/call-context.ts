import type { Actor, Ctx } from "@/lib/domain/context";
import type { Incoming } from "./exchange";

/** A call's context for the verbs: who acts, and what is known of where the call came from. */
export function callContext<A extends Actor>(actor: A, incoming: Incoming): Ctx<A> {
  const userAgent = incoming.header("user-agent");
  return {
    actor,
    requestId: incoming.requestId,
    ...(incoming.address !== null && { ip: incoming.address }),
    ...(userAgent !== undefined && { userAgent }),
  };
}
