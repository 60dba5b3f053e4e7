import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { receiveUpload } from "./server/receive-upload";
import { incomingOf } from "./web-exchange";

/** Takes an upload where Next owns the socket. Our own server takes it from its socket, without coming here. */
export async function webUpload(request: Request, context: { params: Promise<{ grant: string }> }): Promise<Response> {
  const { grant } = await context.params;
  const { method, header, requestId, address } = incomingOf(request);
  const body = () => (request.body ? Readable.fromWeb(request.body as ReadableStream) : Readable.from([]));
  const answer = await receiveUpload({ method, header, requestId, address, grant, body });
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}
