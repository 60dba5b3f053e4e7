import { curlCommand } from "@/lib/api/reference/examples";

/** A call to try a key with: it asks about an address and changes nothing. */
export const firstCall = (baseUrl: string, key?: string): string =>
  curlCommand({
    method: "POST",
    url: `${baseUrl}/api/v1/talent/check`,
    key,
    body: JSON.stringify({ email: "ada@example.com" }),
  });
