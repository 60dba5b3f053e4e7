// The proxy, which gives pages their headers, leaves photos out.
const HEADERS = {
  "Cache-Control": "no-store, private",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
};

/** A photo of somebody or their document, to a browser that may see it: never kept, never in another site's page. */
export const photoResponse = (jpeg: Uint8Array): Response =>
  new Response(new Uint8Array(jpeg), {
    headers: { ...HEADERS, "Content-Type": "image/jpeg", "Content-Disposition": "inline" },
  });

/** What stands in its place for everybody else. */
export const noPhoto = (status: number): Response => new Response(null, { status, headers: HEADERS });
