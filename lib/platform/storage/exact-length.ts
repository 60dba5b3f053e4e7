import { Readable } from "node:stream";
import { WrongLength } from "./object-storage";

/** How long a body is said to be. Throws `WrongLength` for a stream that declares nothing. */
export function declaredLength(body: Buffer | Readable, bytes: number | undefined): number {
  const declared = bytes ?? (Buffer.isBuffer(body) ? body.length : undefined);
  if (declared === undefined) throw new WrongLength(undefined);
  return declared;
}

/**
 * The body as a stream that fails with `WrongLength` unless it is exactly as long as declared. A stream that declares
 * nothing is refused at once.
 */
export function exactLength(body: Buffer | Readable, bytes: number | undefined): { stream: Readable; bytes: number } {
  const declared = declaredLength(body, bytes);
  const chunks = counted(Buffer.isBuffer(body) ? [body] : body, declared);
  return { stream: Readable.from(chunks, { objectMode: false }), bytes: declared };
}

// The last chunk is held back until the source has ended: a server that counts to the declared length must never have a
// complete object of a body that turns out to be longer.
async function* counted(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, declared: number) {
  let seen = 0;
  let held: Uint8Array | undefined;
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    seen += chunk.length;
    if (seen > declared) throw new WrongLength(declared);
    if (held) yield held;
    held = chunk;
  }
  if (seen !== declared) throw new WrongLength(declared);
  if (held) yield held;
}
