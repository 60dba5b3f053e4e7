import { clientOf } from "@/lib/api/client-address";
import { readWebBody } from "@/lib/api/web-exchange";
import { receivePaymentMessage } from "@/lib/domain/billing";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { receiveVendorMessage } from "@/lib/domain/creators/decisions";
import { Unavailable } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { withRequestContext } from "@/lib/platform/request-context";

/** Stripe's messages are a few kilobytes. */
const BODY_MAX = 512 * 1024;

/** Receives Stripe's messages. The signature covers the raw body. Stripe resends after any answer but a 2xx. */
export async function POST(request: Request): Promise<Response> {
  const body = await readWebBody(request, BODY_MAX);
  if (!body) return answer(413, "Too large", { Connection: "close" });
  const { requestId = newId() } = clientOf(request.headers);
  const message = { rawBody: body.toString(), signature: request.headers.get("stripe-signature") };
  try {
    const outcome = await withRequestContext({ requestId }, () =>
      receive({ actor: { kind: "system", name: "stripe" }, requestId }, message),
    );
    return outcome === "refused" ? answer(400, "Bad signature") : answer(200, outcome);
  } catch (error) {
    if (error instanceof Unavailable) return answer(503, "Try again later", error.headers);
    throw error;
  }
}

// Stripe sends messages about payments and ID checks to one URL.
async function receive(ctx: Ctx<SystemActor>, message: { rawBody: string; signature: string | null }) {
  const outcome = await receivePaymentMessage(ctx, message);
  return outcome === "not_ours" ? receiveVendorMessage(ctx, message) : outcome;
}

const answer = (status: number, words: string, headers: Record<string, string> = {}): Response =>
  new Response(words, { status, headers: { "Content-Type": "text/plain", "Cache-Control": "no-store", ...headers } });
