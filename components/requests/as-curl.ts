import { KEY_VARIABLE } from "@/lib/api/reference/examples";
import type { RequestDetail } from "@/lib/api/request-log/schemas";

const KEPT = new Set(["content-type", "accept"]);
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A logged request as a curl command. The key was never stored, so the command takes it from a variable. */
export function asCurl(request: RequestDetail, baseUrl: string): string {
  const url = `${baseUrl}${request.path}${request.query ? `?${request.query}` : ""}`;
  const parts = [
    `curl -X ${request.method} ${quoted(url)}`,
    `-H "Authorization: Bearer $${KEY_VARIABLE}"`,
    ...Object.entries(request.requestHeaders)
      .filter(([name]) => KEPT.has(name.toLowerCase()))
      .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(request.requestBody ? [`--data ${quoted(request.requestBody)}`] : []),
  ];
  return parts.join(" \\\n  ");
}
