import { env } from "@/lib/platform/env";
import { InvalidField } from "@/lib/platform/errors";
import { checkPublicHost, parseReceiverUrl, UnusableAddress } from "@/lib/platform/public-address";

/**
 * Makes sure that events may be posted to a URL, now: each connection asks again. The URL, written as it will be used.
 * Throws `InvalidField` `url`.
 */
export async function checkReceiver(text: string): Promise<string> {
  const allowPrivate = env().allowPrivateWebhooks;
  try {
    const url = parseReceiverUrl(text, { allowPrivate });
    url.hash = "";
    if (!allowPrivate) await checkPublicHost(url.hostname);
    return url.href;
  } catch (error) {
    if (error instanceof UnusableAddress) throw new InvalidField("url", error.message);
    throw error;
  }
}
