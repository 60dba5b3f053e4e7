import type { IncomingHttpHeaders } from "node:http";

/** What is kept of an answer's body. */
export const KEPT_BYTES = 8 * 1024;
// A longer answer is not read to its end only to keep a connection.
const READ_BYTES = 256 * 1024;
const HEADERS_BYTES = 16 * 1024;

/**
 * Reads the beginning of an answer's body into `kept`, 8 KB of it, as they came: what had arrived when it broke off is
 * there too.
 */
export async function readBeginning(body: AsyncIterable<Buffer>, kept: Buffer[]): Promise<void> {
  let read = 0;
  for await (const chunk of body) {
    if (read < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - read));
    read += chunk.length;
    if (read > READ_BYTES) break;
  }
}

/** The headers of an answer as they can be kept: text that the database takes, 16 KB of it. */
export function keepHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  let room = HEADERS_BYTES;
  const keep = (text: string) => {
    const kept = text.toWellFormed().replaceAll("\0", "\uFFFD").slice(0, room);
    room -= kept.length;
    return kept;
  };
  const kept: [string, string | string[]][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || room <= name.length) continue;
    kept.push([keep(name), Array.isArray(value) ? value.map(keep) : keep(value)]);
  }
  return Object.fromEntries(kept);
}
