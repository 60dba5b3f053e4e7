import { Readable } from "node:stream";
import type { ReadCopy } from "@/lib/domain/content";

// What a partner uploaded is shown as what it was verified to be, and as nothing else: it can run nothing.
const HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "Content-Disposition": "inline",
  "Accept-Ranges": "bytes",
  "Cache-Control": "no-store",
};

/** A stored copy, or the part of it that was asked for, to a browser that may see it. */
export function copyResponse({ mimeType, bytes, range, body }: ReadCopy): Response {
  if (range === "unsatisfiable" || body === null) {
    return new Response(null, { status: 416, headers: { ...HEADERS, "Content-Range": `bytes */${bytes}` } });
  }
  const length = range ? range.last - range.first + 1 : bytes;
  const part = range && { "Content-Range": `bytes ${range.first}-${range.last}/${bytes}` };
  // A reader that goes away ends the reading.
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, {
    status: range ? 206 : 200,
    headers: { ...HEADERS, ...part, "Content-Type": mimeType, "Content-Length": String(length) },
  });
}
