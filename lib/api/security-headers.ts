const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Headers of every answer: no content sniffing, a policy that loads and runs nothing, and HSTS where the service is on https.
 * Pages, photos and statements set a policy of their own.
 */
export const securityHeaders = (baseUrl: string): Readonly<Record<string, string>> => ({
  "Content-Security-Policy": NOTHING,
  "X-Content-Type-Options": "nosniff",
  ...(baseUrl.startsWith("https:") && { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" }),
});
