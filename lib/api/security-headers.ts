const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * What every answer says, whoever makes it: it is of the type that it names, it loads and runs nothing, and where the
 * service is reached by https, it always is. A page, a photo or a statement brings a policy of its own instead.
 */
export const securityHeaders = (baseUrl: string): Readonly<Record<string, string>> => ({
  "Content-Security-Policy": NOTHING,
  "X-Content-Type-Options": "nosniff",
  ...(baseUrl.startsWith("https:") && { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" }),
});
