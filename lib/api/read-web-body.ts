/**
 * The whole body of a Web request; null for one that says it is larger than `limit` bytes, or turns out to be. The rest of
 * that is not waited for: a sender need not say a length, or a true one. The answer should close the connection.
 */
export async function readWebBody(
  { headers, body }: Pick<Request, "headers" | "body">,
  limit: number,
): Promise<Buffer<ArrayBuffer> | null> {
  if (Number(headers.get("content-length")) > limit) return null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Read by hand: leaving a `for await` would cancel the stream, and with it the connection before its answer.
  const reader = body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength;
    if (bytes > limit) return null;
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}
