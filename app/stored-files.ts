import { Readable } from "node:stream";
import { cookies } from "next/headers";
import type { OpenedCopy } from "@/components/content/stored-copy";
import type { ReadCopy } from "@/lib/domain/content";
import type { Ctx } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { isSecure } from "./current-actor";
import { outcomeOf } from "./forms";

const NAME = "copy";

/** The cookie that carries somebody's right to see one stored copy: not in an address, and only sent where it is read. */
export const copyCookie = (depictionId: string) => ({ name: NAME, path: `/api/portal/content/${depictionId}/copy` });

/** The same for a custodian. */
export const custodianCopyCookie = (depictionId: string) => ({
  name: NAME,
  path: `/custodian/records/${depictionId}/copy`,
});

/** The grant that this browser holds, as it was given. */
export const heldCopyGrant = async (): Promise<string | undefined> => (await cookies()).get(NAME)?.value;

/**
 * Opens a stored copy by `open`, and lets this browser see it for as long as that says: the grant lies in `cookie`, which is
 * only sent to where the copy is read.
 */
export async function showCopyBy<C extends Ctx>(
  ctx: C,
  cookie: { name: string; path: string },
  open: (ctx: C) => Promise<{ grant: string; expiresAt: Date }>,
): Promise<OpenedCopy> {
  const opened = await outcomeOf(ctx, open);
  if (!opened.ok) return { error: opened.error };
  const { grant, expiresAt } = opened.value;
  // How long, not until when: what time it is, browsers do not agree on.
  const forMs = expiresAt.getTime() - clock.now().getTime();
  (await cookies()).set({
    ...cookie,
    value: grant,
    maxAge: Math.ceil(forMs / 1000),
    httpOnly: true,
    sameSite: "strict",
    secure: isSecure(),
  });
  return { forMs, look: expiresAt.getTime() };
}

// What a partner uploaded is shown as what it was verified to be, and as nothing else: it can run nothing.
const COPY_HEADERS = {
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
    return new Response(null, { status: 416, headers: { ...COPY_HEADERS, "Content-Range": `bytes */${bytes}` } });
  }
  const length = range ? range.last - range.first + 1 : bytes;
  const part = range && { "Content-Range": `bytes ${range.first}-${range.last}/${bytes}` };
  // A reader that goes away ends the reading.
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, {
    status: range ? 206 : 200,
    headers: { ...COPY_HEADERS, ...part, "Content-Type": mimeType, "Content-Length": String(length) },
  });
}

// The proxy, which gives pages their headers, leaves photos out.
const PHOTO_HEADERS = {
  "Cache-Control": "no-store, private",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
};

/** A photo of somebody or their document, to a browser that may see it: never kept, never in another site's page. */
export const photoResponse = (jpeg: Uint8Array): Response =>
  new Response(new Uint8Array(jpeg), {
    headers: { ...PHOTO_HEADERS, "Content-Type": "image/jpeg", "Content-Disposition": "inline" },
  });

/** What stands in its place for everybody else. */
export const noPhoto = (status: number): Response => new Response(null, { status, headers: PHOTO_HEADERS });
