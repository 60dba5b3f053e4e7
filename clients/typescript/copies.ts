import { openAsBlob } from "node:fs";
import { extname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { components, paths } from "./api.ts";
import { backoff, type Client, dataOf, VellumError } from "./client.ts";

type Content = paths["/api/v1/solo-accounts/{accountId}/content"]["post"]["requestBody"]["content"]["application/json"];
type Upload = components["schemas"]["ComplianceCopyUpload"];
type MimeType = NonNullable<Content["complianceCopy"]>["mimeType"];

/** A record with its stored copy. */
export type LoggedCopy = components["schemas"]["ComplianceCopyConfirmResponse"];
export type Progress = { sentBytes: number; totalBytes: number };

type Copy = {
  accountId: string;
  /** What is logged. A copy is confirmed by its `externalContentId`, so it needs one. */
  content: Omit<Content, "complianceCopy"> & { externalContentId: string };
  /** The reduced rendition: a path, or a Blob. Neither is read into memory. */
  file: string | Blob;
  /** Default: the Blob's type, or by the path's ending. */
  mimeType?: MimeType;
  /** Told as the file is sent. Starts again at 0 if the upload has to. */
  onProgress?: (progress: Progress) => void;
  signal?: AbortSignal;
  /** How often the upload is tried. Default: 5. */
  tries?: number;
};

const TYPES: Record<string, MimeType> = {
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".png": "image/png",
  ".webp": "image/webp",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
  ".mov": "video/quicktime",
};

/**
 * Logs content, uploads its compliance copy and confirms it. A repeat goes on where an earlier call stopped, also in another process,
 * and answers the same once the copy is stored. Throws a `VellumError`, for example with the code `uploader_not_solo_active` or
 * `TYPE_MISMATCH`.
 */
export async function logWithCopy(client: Client, copy: Copy): Promise<LoggedCopy> {
  const { accountId, content, file, signal, tries = 5 } = copy;
  const isPath = typeof file === "string";
  const blob = isPath ? await openAsBlob(file) : file;
  const mimeType = copy.mimeType ?? (isPath ? TYPES[extname(file).toLowerCase()] : (blob.type as MimeType));
  if (!mimeType) throw new TypeError(`mimeType is missing, and the ending of ${file} doesn't tell it`);
  const options = { ...(signal && { signal }) };
  const logged = dataOf(
    await client.POST("/api/v1/solo-accounts/{accountId}/content", {
      params: { path: { accountId } },
      body: { ...content, complianceCopy: { mimeType, sizeBytes: blob.size } },
      ...options,
    }),
  );
  const path = { accountId, externalContentId: content.externalContentId };
  let upload: Upload | null = logged.complianceCopyUpload;
  for (let tried = 1; ; tried++) {
    const failure = upload && (await send(blob, upload, copy));
    const { data, error, response } = await client.POST(
      "/api/v1/solo-accounts/{accountId}/content/{externalContentId}/compliance-copy",
      { params: { path }, ...options },
    );
    if (data) return data;
    // A new address comes only with NOT_UPLOADED.
    upload = ("complianceCopyUpload" in error && error.complianceCopyUpload) || null;
    if (!upload || tried === tries) throw new VellumError(error, response, { cause: failure });
    await pause(backoff(tried, 1_000), undefined, options);
  }
}

/** Puts the file. Returns what went wrong, because the confirm call tells what that means. */
async function send(blob: Blob, { url, method, headers, maxBytes }: Upload, copy: Copy): Promise<unknown> {
  const { onProgress, signal } = copy;
  const totalBytes = blob.size;
  if (totalBytes !== maxBytes)
    throw new RangeError(`This content was logged with a copy of ${maxBytes} bytes, and the file has ${totalBytes}`);
  let sentBytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      controller.enqueue(piece);
      sentBytes += piece.byteLength;
      onProgress?.({ sentBytes, totalBytes });
    },
  });
  try {
    const init: RequestInit & { duplex: "half" } = {
      method,
      // With its length known, a stream isn't sent in chunks, which storage refuses.
      headers: { ...headers, "Content-Length": String(totalBytes) },
      body: blob.stream().pipeThrough(counter),
      duplex: "half",
      redirect: "error",
      ...(signal && { signal }),
    };
    const response = await fetch(url, init);
    return response.ok ? undefined : new Error(`Storage answered ${response.status}: ${await response.text()}`);
  } catch (error) {
    if (signal?.aborted) throw error;
    return error;
  }
}
