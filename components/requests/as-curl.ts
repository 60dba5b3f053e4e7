import { curlCommand } from "@/lib/api/reference/examples";
import type { RequestDetail } from "@/lib/api/request-log/schemas";

const KEPT = new Set(["content-type", "accept"]);

/** A logged request as a curl command. The key was never stored, so the command takes it from a variable. */
export const asCurl = ({ method, path, query, requestHeaders, requestBody }: RequestDetail, baseUrl: string): string =>
  curlCommand({
    method,
    url: `${baseUrl}${path}${query ? `?${query}` : ""}`,
    headers: Object.fromEntries(Object.entries(requestHeaders).filter(([name]) => KEPT.has(name.toLowerCase()))),
    body: requestBody || undefined,
  });
