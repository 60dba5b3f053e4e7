import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";

type Sending = {
  method?: string;
  type?: string;
  /** What is said to be the length; null to send in chunks, without one. The body's own unless given. */
  length?: number | null;
  /** Cuts the connection when the body has been sent, or was to be. */
  cut?: boolean;
};

type Taken = { status: number; headers: IncomingHttpHeaders; text: string };

/** Sends a file to an upload URL, honestly or not. Null when the connection ended without an answer. */
export function putFile(
  url: string,
  body: Buffer | Iterable<Buffer>,
  { method = "PUT", type = "image/jpeg", length, cut = false }: Sending = {},
): Promise<Taken | null> {
  const bytes = length === undefined && Buffer.isBuffer(body) ? body.length : length;
  return new Promise((resolve) => {
    const headers = { "content-type": type, ...(typeof bytes === "number" && { "content-length": String(bytes) }) };
    const call = httpRequest(url, { method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece) => {
        text += piece;
      });
      response.on("close", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    call.on("error", () => resolve(null));
    const source = Readable.from(Buffer.isBuffer(body) ? [body] : body, { objectMode: false });
    source.pipe(call, { end: !cut });
    if (cut) source.once("end", () => setImmediate(() => call.destroy()));
  });
}
