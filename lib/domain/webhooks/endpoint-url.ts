import type { Tx } from "@/lib/platform/db";
import { env, isPublicAddress } from "@/lib/platform/env";
import { InvalidField } from "@/lib/platform/errors";
import { checkPublicHost, parseReceiverUrl, UnusableAddress } from "@/lib/platform/receivers";
import { ENDPOINT_MAX } from "./schemas";

/** A URL for the ledger, without what may be a secret in it. */
export const urlWithoutQuery = (url: string): string => url.replace(/[?#].*$/s, "");

/**
 * Makes sure that events may be posted to a URL, now: each connection asks again. The URL, written as it will be used.
 * Throws `InvalidField` `url`.
 */
export async function checkReceiver(text: string): Promise<string> {
  const { allowPrivateWebhooks: allowPrivate, baseUrl } = env();
  try {
    const url = parseReceiverUrl(text, { allowPrivate });
    url.hash = "";
    // Written out, it may have grown.
    if (url.href.length > ENDPOINT_MAX.url) throw new UnusableAddress("This URL is too long.");
    if (!allowPrivate) await checkPublicHost(url.hostname);
    return url.href;
  } catch (error) {
    if (!(error instanceof UnusableAddress)) throw error;
    throw new InvalidField("url", allowPrivate ? error.message : `${error.message}${remedyFor(text, baseUrl)}`);
  }
}

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** For who runs the service on their own machine and has a receiver there too: what to set. Nobody else could set it. */
function remedyFor(text: string, baseUrl: string): string {
  const isOwn = LOOPBACK.test(new URL(baseUrl).hostname);
  const isInward = URL.canParse(text) && !isPublicAddress(text);
  return isOwn && isInward
    ? " Start the service with ALLOW_PRIVATE_WEBHOOKS=1 to allow receivers on this machine."
    : "";
}

type Wanted = { partnerId: string; url: string; endpointId?: string };

/**
 * Makes sure that no other endpoint of the partner has this URL: each event would arrive twice. The caller holds the
 * partner's lock, as `authorize` takes it. Throws `InvalidField` `url`.
 */
export async function refuseTakenUrl(tx: Tx, { partnerId, url, endpointId }: Wanted): Promise<void> {
  const where = { partnerId, url, deletedAt: null, ...(endpointId !== undefined && { id: { not: endpointId } }) };
  const taken = await tx.webhookEndpoint.findFirst({ where, select: { id: true } });
  if (taken) throw new InvalidField("url", "You already have an endpoint with this URL.");
}
