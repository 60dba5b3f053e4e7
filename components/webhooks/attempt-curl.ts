import { quoted } from "@/lib/api/reference/examples";
import type { ShownAttempt } from "@/lib/domain/webhooks/shown-attempt";

/**
 * An attempt as a curl command that sends the same bytes and headers again. Nothing of it is read as a pattern or a file's
 * name, and curl adds no `Accept` of its own.
 */
export function attemptCurl({
  url,
  requestHeaders,
  requestBody,
}: Pick<ShownAttempt, "url" | "requestHeaders" | "requestBody">): string {
  const lines = [
    `curl -i --globoff -X POST ${quoted(url)}`,
    ...Object.entries(requestHeaders).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    "-H 'Accept:'",
    `--data-raw ${quoted(requestBody)}`,
  ];
  return lines.join(" \\\n  ");
}
