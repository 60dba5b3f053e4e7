import type { Tx } from "@/lib/platform/db";
import { env, isPublicAddress } from "@/lib/platform/env";
import { InvalidField } from "@/lib/platform/errors";
import { checkPublicHost, parseReceiverUrl, UnusableAddress } from "@/lib/platform/receivers";
import { ENDPOINT_MAX } from "./schemas";

/** A URL for the ledger, without the query, which may contain a secret. */
export const urlWithoutQuery = (url: string): string => url.replace(/[?#].*$/s, "");

/**
 * Checks that we may post events to a URL, and returns it normalized. Each connection checks the address again. Throws
 * `InvalidField` `url`.
 */
export async function checkReceiver(text: string): Promise<string> {
  const { allowPrivateWebhooks: allowPrivate, baseUrl } = env();
  try {
    const url = parseReceiverUrl(text, { allowPrivate });
    url.hash = "";
    // The normalized URL may be longer.
    if (url.href.length > ENDPOINT_MAX.url) throw new UnusableAddress("This URL is too long.");
    if (!allowPrivate) await checkPublicHost(url.hostname);
    return url.href;
  } catch (error) {
    if (!(error instanceof UnusableAddress)) throw error;
    throw new InvalidField("url", allowPrivate ? error.message : `${error.message}${remedyFor(text, baseUrl)}`);
  }
}

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** A hint for people who run the service on their own machine, with a receiver there too. */
function remedyFor(text: string, baseUrl: string): string {
  const isOwn = LOOPBACK.test(new URL(baseUrl).hostname);
  const isInward = URL.canParse(text) && !isPublicAddress(text);
  return isOwn && isInward
    ? " Start the service with ALLOW_PRIVATE_WEBHOOKS=1 to allow receivers on this machine."
    : "";
}

type UrlQuery = { partnerId: string; url: string; endpointId?: string };

/**
 * Checks that no other endpoint of the partner has this URL, because each event would arrive twice. The caller has locked the
 * partner with `authorize`. Throws `InvalidField` `url`.
 */
export async function refuseTakenUrl(tx: Tx, { partnerId, url, endpointId }: UrlQuery): Promise<void> {
  const where = { partnerId, url, deletedAt: null, ...(endpointId !== undefined && { id: { not: endpointId } }) };
  const taken = await tx.webhookEndpoint.findFirst({ where, select: { id: true } });
  if (taken) throw new InvalidField("url", "You already have an endpoint with this URL.");
}
