import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";

type Sending = {
  method?: string;
  type?: string;
  /** The declared length, the body's own by default. Null sends chunks without one. */
  length?: number | null;
  /** Cuts the connection once the body is sent, or should be. */
  cut?: boolean;
};

type Taken = { status: number; headers: IncomingHttpHeaders; text: string };

/** Sends a file to an upload URL, honestly or not. Null if the connection ended without a response. */
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

const PIECE = new Uint8Array(16 * 1024).fill(97);

/** An endless body without a length, and how much of it was read. */
export function endlessBody() {
  let sent = 0;
  let canceled = false;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (sent > 1024 * PIECE.byteLength) throw new Error("an endless body was read for 16 MB");
        sent += PIECE.byteLength;
        controller.enqueue(PIECE.slice());
      },
      cancel() {
        canceled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, pieceBytes: PIECE.byteLength, sent: () => sent, canceled: () => canceled };
}

/** A caller on a local port who sends on command, at first `text`. `said` returns everything it received. */
export function rawCaller(port: number, text = "") {
  const socket = connect(port, "127.0.0.1", () => socket.write(text));
  let said = "";
  socket.setEncoding("latin1").on("data", (chunk) => {
    said += chunk;
  });
  socket.on("error", () => undefined);
  return { socket, said: () => said };
}

/** One raw response. */
type WireAnswer = { status: number; headers: Headers; body: string };

/** Parses the responses in what `raw` returned, in order. Throws for anything else. */
export function answersIn(said: string): WireAnswer[] {
  const answers: WireAnswer[] = [];
  for (let rest = said; rest !== ""; ) {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest);
    if (!head?.[1] || head[2] === undefined) throw new Error(`not an answer: ${JSON.stringify(rest)}`);
    const lines = head[2].split("\r\n").filter((line) => line !== "");
    const headers = new Headers(
      lines.map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
    );
    const end = head[0].length + Number(headers.get("content-length") ?? 0);
    answers.push({ status: Number(head[1]), headers, body: rest.slice(head[0].length, end) });
    rest = rest.slice(end);
  }
  return answers;
}

/** Parses the one response in what `raw` returned, and checks that it is an error envelope with every header. */
export function envelopeIn(said: string): WireAnswer {
  const [answer, ...more] = answersIn(said);
  if (!answer || more.length > 0) throw new Error(`not one answer: ${JSON.stringify(said)}`);
  const { headers, body } = answer;
  if (!/^[0-9a-z]{25}$/.test(headers.get("x-request-id") ?? "")) throw new Error("no X-Request-Id");
  if (headers.get("content-type") !== "application/json; charset=utf-8") throw new Error("not declared as JSON");
  if (headers.get("cache-control") !== "no-store") throw new Error("may be stored");
  if (!hasLimits(Object.fromEntries(headers))) throw new Error("without rate-limit headers");
  const { error, code, field, ...unknown } = JSON.parse(body);
  const isText = (value: unknown) => value === undefined || typeof value === "string";
  if (typeof error !== "string" || !isText(code) || !isText(field) || Object.keys(unknown).length > 0) {
    throw new Error(`not the envelope: ${body}`);
  }
  return answer;
}

/** Whether a response has the three rate-limit headers. */
export const hasLimits = (headers: IncomingHttpHeaders): boolean =>
  ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"].every((name) =>
    /^\d+$/.test(String(headers[name])),
  );
