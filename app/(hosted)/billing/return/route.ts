import { findReturnPath, finishCheckout } from "@/lib/domain/billing";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { withRequestContext } from "@/lib/platform/request-context";

/** The query parameter that shows the outcome on the page the person returns to. */
const OUTCOME = { paid: ["paid", "1"], saved: ["card", "saved"], pending: ["paid", "pending"] } as const;

/**
 * Where the processor's pages return to: with `checkout` after the checkout, with `left` when the person turned back. It looks
 * up the outcome and doesn't trust the address, so the address works any number of times.
 */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const left = query.get("left");
  const path = left === null ? await finish(query.get("checkout") ?? "") : await findReturnPath(left);
  return path === null
    ? new Response("Not found", { status: 404, headers: { "Content-Type": "text/plain" } })
    : new Response(null, {
        status: 303,
        headers: { Location: new URL(path, env().baseUrl).href, "Cache-Control": "no-store" },
      });
}

async function finish(checkoutId: string): Promise<string | null> {
  const requestId = newId();
  const ctx = { actor: { kind: "system", name: "checkout_return" }, requestId } as const;
  const finished = await withRequestContext({ requestId }, () => finishCheckout(ctx, checkoutId));
  if (!finished) return null;
  const url = new URL(finished.returnTo, env().baseUrl);
  const [name, value] = OUTCOME[finished.outcome];
  url.searchParams.set(name, value);
  return `${url.pathname}${url.search}${url.hash}`;
}
