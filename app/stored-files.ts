import { Readable } from "node:stream";
import { cookies } from "next/headers";
import type { OpenedCopy } from "@/components/records/content/stored-copy";
import { NDJSON } from "@/lib/api/declaration";
import { errorResponse, MethodNotAllowed } from "@/lib/api/failures";
import { calledFrom } from "@/lib/api/security";
import { endUnread } from "@/lib/api/web-exchange";
import type { Ctx } from "@/lib/domain/core/context";
import type { OpenedRecords } from "@/lib/domain/examinations/packages";
import { safePath } from "@/lib/domain/parties/people";
import type { OpenedPackage } from "@/lib/domain/productions/packages";
import type { ReadCopy } from "@/lib/domain/records/content";
import { clock } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { AppError, NotFound } from "@/lib/platform/errors";
import { withRequestContext } from "@/lib/platform/request-context";
import { isSecure, stepPage } from "./current-actor";
import { noteRefusal, outcomeOf } from "./forms";

const NAME = "copy";

/** The cookie with the grant to view one stored copy. Its path limits it to the route that reads it. */
export const copyCookie = (depictionId: string) => ({ name: NAME, path: `/api/portal/content/${depictionId}/copy` });

/** The same, for custodians. */
export const custodianCopyCookie = (depictionId: string) => ({
  name: NAME,
  path: `/custodian/records/${depictionId}/copy`,
});

/** The grant in the cookie of this browser. */
export const copyGrant = async (): Promise<string | undefined> => (await cookies()).get(NAME)?.value;

/** Opens a stored copy with `open` and puts the grant into `cookie`, until the grant expires. */
export async function showCopyBy<C extends Ctx>(
  ctx: C,
  cookie: { name: string; path: string },
  open: (ctx: C) => Promise<{ grant: string; expiresAt: Date }>,
): Promise<OpenedCopy> {
  const opened = await outcomeOf(ctx, open);
  if (!opened.ok) return { error: opened.error };
  const { grant, expiresAt } = opened.value;
  // A duration, because browser clocks may be wrong.
  const forMs = expiresAt.getTime() - clock.now().getTime();
  (await cookies()).set({
    ...cookie,
    value: grant,
    maxAge: Math.ceil(forMs / 1000),
    httpOnly: true,
    sameSite: "strict",
    secure: isSecure(),
  });
  return { forMs, view: expiresAt.getTime() };
}

// A partner's upload is served as its verified type and sandboxed, so that it can't run scripts.
const COPY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "Content-Disposition": "inline",
  "Accept-Ranges": "bytes",
  "Cache-Control": "no-store",
};

/** The response with a stored copy, or the requested range of it. The caller has checked the grant. */
export function copyResponse({ mimeType, bytes, range, body }: ReadCopy): Response {
  if (range === "unsatisfiable" || body === null) {
    return new Response(null, { status: 416, headers: { ...COPY_HEADERS, "Content-Range": `bytes */${bytes}` } });
  }
  const length = range ? range.last - range.first + 1 : bytes;
  const part = range && { "Content-Range": `bytes ${range.first}-${range.last}/${bytes}` };
  // When the client disconnects, the read ends.
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, {
    status: range ? 206 : 200,
    headers: { ...COPY_HEADERS, ...part, "Content-Type": mimeType, "Content-Length": String(length) },
  });
}

/**
 * Answers with the file that `open` returns, to save on the reader's device, or with the error it throws, which is logged if it denies
 * the file. Other sites get a 404.
 */
export async function answerDownload(
  request: Request,
  ctx: Omit<Ctx, "actor"> | Ctx,
  open: () => Promise<SavedFile | OpenedPackage>,
): Promise<Response> {
  const answer = await withRequestContext({ requestId: ctx.requestId }, async () => {
    // Next serves HEAD with the handler of GET, and `open` records a download.
    if (request.method === "HEAD") throw new MethodNotAllowed(["GET"]);
    if (calledFrom(request.headers) === "other_site") throw new NotFound();
    const opened = await open();
    return "bytes" in opened ? archiveResponse(opened) : downloadResponse(opened);
  }).catch((error: unknown) => refusedDownload(request, ctx, error));
  answer.headers.set("Cache-Control", "no-store");
  return endUnread(request, answer);
}

/**
 * The same for a large file that a transfer can resume at any byte: `open` gets the range that is asked for, unless another file was
 * begun.
 */
export async function answerRange(
  request: Request,
  ctx: Omit<Ctx, "actor"> | Ctx,
  open: (range: string | null) => Promise<OpenedRecords>,
): Promise<Response> {
  const answer = await withRequestContext({ requestId: ctx.requestId }, async () => {
    if (request.method === "HEAD") throw new MethodNotAllowed(["GET"]);
    if (calledFrom(request.headers) === "other_site") throw new NotFound();
    const { headers } = request;
    const [range, begun] = [headers.get("range"), headers.get("if-range")];
    const opened = await open(range);
    const tag = `"${opened.sha256}"`;
    const isSame = begun === null || begun === tag;
    if (!isSame) opened.body?.destroy();
    const answered = copyResponse(isSame ? opened : await open(null));
    answered.headers.set("ETag", tag);
    answered.headers.set("Content-Disposition", `attachment; filename="${opened.fileName}"`);
    return answered;
  }).catch((error: unknown) => refusedDownload(request, ctx, error));
  return endUnread(request, answer);
}

/** Custodians who have to prove again who they are do so, and return to the page with the download. */
function refusedDownload(request: Request, ctx: Omit<Ctx, "actor"> | Ctx, error: unknown): Response {
  if ("actor" in ctx) noteRefusal("download", ctx, error);
  if (!(error instanceof AppError) || error.code !== "prove_again") return errorResponse(error);
  const { baseUrl } = env();
  const page = request.headers.get("referer") ?? "";
  const to = page.startsWith(`${baseUrl}/`) ? safePath(page.slice(baseUrl.length)) : null;
  return new Response(null, {
    status: 303,
    headers: { Location: stepPage("factor", to), "Cache-Control": "no-store" },
  });
}

type SavedFile = { fileName: string } & (
  | { pdf: Buffer }
  | { csv: Buffer | ReadableStream<Uint8Array> }
  | { json: Buffer | ReadableStream<Uint8Array> }
  | { lines: ReadableStream<Uint8Array> }
  | { zip: Buffer | ReadableStream<Uint8Array> }
  | { file: Buffer; type: string }
  | { text: string }
);

/** The response with a signed copy, a table, facts, proofs or somebody's file, to save on the reader's device. */
export function downloadResponse(file: SavedFile): Response {
  const [body, type] =
    "pdf" in file
      ? [file.pdf, "application/pdf"]
      : "csv" in file
        ? [file.csv, "text/csv; charset=utf-8"]
        : "zip" in file
          ? [file.zip, "application/zip"]
          : "lines" in file
            ? [file.lines, `${NDJSON}; charset=utf-8`]
            : "file" in file
              ? [file.file, file.type]
              : "text" in file
                ? [Buffer.from(file.text), "text/plain; charset=utf-8"]
                : [file.json, "application/json"];
  // A table or an archive that is made as it is sent. It breaks off if it can't be made.
  if (body instanceof ReadableStream) return new Response(body, { headers: downloadHeaders(file.fileName, type) });
  return new Response(new Uint8Array(body), { headers: downloadHeaders(file.fileName, type, body.length) });
}

// The transfer fails before its end if the archive isn't the sealed one, so a browser keeps no file.
const archiveResponse = ({ fileName, bytes, body }: OpenedPackage): Response =>
  new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, {
    headers: downloadHeaders(fileName, "application/zip", bytes),
  });

const downloadHeaders = (fileName: string, type: string, bytes?: number) => ({
  ...COPY_HEADERS,
  "Content-Type": type,
  "Content-Disposition": `attachment; filename="${fileName}"`,
  "Accept-Ranges": "none",
  ...(bytes !== undefined && { "Content-Length": String(bytes) }),
});

// The proxy, which sets headers of pages, skips photos.
const PHOTO_HEADERS = {
  "Cache-Control": "no-store, private",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
};

/** The response with a photo of a person or document: not cached, not embeddable by other sites. */
export const photoResponse = (jpeg: Uint8Array): Response =>
  new Response(new Uint8Array(jpeg), {
    headers: { ...PHOTO_HEADERS, "Content-Type": "image/jpeg", "Content-Disposition": "inline" },
  });

/** The response without a photo. */
export const noPhoto = (status: number): Response => new Response(null, { status, headers: PHOTO_HEADERS });
