import { Readable } from "node:stream";
import { headers } from "next/headers";
import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { heldCopyGrant } from "@/app/copy-cookie";
import { calledFrom } from "@/lib/api/called-from";
import { type ReadCopy, readCopy } from "@/lib/domain/content";
import { Forbidden } from "@/lib/platform/errors";

// What a partner uploaded is shown as what it was verified to be, and as nothing else: it can run nothing.
const HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "Content-Disposition": "inline",
  "Accept-Ranges": "bytes",
};

/** The stored copy of a depiction, or a part of it, for somebody who opened it on the record's page. */
export const GET = portalEndpoint({
  summary: "Read a stored copy",
  to: "manage_records",
  params: z.object({ depictionId: z.string() }),
  responses: { 200: z.unknown() },
  handle: async (ctx, { params: { depictionId } }) => {
    const sent = await headers();
    if (calledFrom(sent) === "other_site") throw new Forbidden("The request came from another site");
    return answer(await readCopy(ctx, { depictionId, grant: await heldCopyGrant(), range: sent.get("range") }));
  },
});

function answer({ mimeType, bytes, range, body }: ReadCopy): Response {
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
