import { type Attempt, KEPT_BYTES } from "./sending/attempt";

/** One attempt for display: request and response as text. */
export type ShownAttempt = Omit<Attempt, "responseBody" | "responseHeaders"> & {
  requestBody: string;
  responseHeaders: Record<string, string | string[] | undefined> | null;
  responseBody: string | null;
  /** `cut`: only the start. `bytes`: not text. */
  responseBodyIs?: { cut: boolean; bytes: boolean };
};

/** An attempt with the exact body it sent, and any response as text: see `textOf`. */
export function showAttempt(
  { responseBody, ...attempt }: Omit<Attempt, "responseBody"> & { responseBody: Uint8Array | null },
  requestBody: string,
): ShownAttempt {
  const { text, isText } = responseBody ? textOf(responseBody) : { text: null, isText: true };
  const isCut = responseBody !== null && responseBody.length >= KEPT_BYTES;
  return { ...attempt, requestBody, responseBody: text, responseBodyIs: { cut: isCut, bytes: !isText } };
}

/** Bytes as UTF-8 text, or else as ASCII with every other byte as `\xff`. */
function textOf(bytes: Uint8Array): { text: string; isText: boolean } {
  try {
    // As a stream, because the end may be cut off inside a character.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return { text, isText: true };
  } catch {
    const text = Buffer.from(bytes)
      .toString("latin1")
      .replace(/[\x80-\xff]/g, (char) => `\\x${char.charCodeAt(0).toString(16)}`);
    return { text, isText: false };
  }
}
