import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { newSecret } from "@/lib/domain/webhooks/sign";
import { createReceiverPools } from "@/lib/platform/receivers";
import { selfSignedCertificate, startAnswer, startRawHost } from "@/lib/testing/raw-host";
import { attempt, keepHeaders } from "./attempt";

const closing: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close();
});

async function post(host: Promise<{ port: number; close: () => Promise<void> }>, protocol = "http") {
  const { port, close } = await host;
  const pools = createReceiverPools({ allowPrivate: true });
  closing.push(pools, { close });
  const message = {
    deliveryId: "del_1",
    endpointId: "endpoint",
    eventId: "evt_1",
    type: "test.ping",
    url: `${protocol}://127.0.0.1:${port}/`,
    body: Buffer.from("{}"),
    secrets: [newSecret()],
  };
  return attempt(message, { pools, allowPrivate: true, attemptMs: 10_000 });
}

const CLOSE = "Connection: close\r\n";
const fine = { error: null, succeeded: true };

describe("a response is read", () => {
  it.each([
    ["204, without a body", "HTTP/1.1 204 No Content\r\n\r\n", 204],
    ["HTTP/1.0, which ends with its connection", "HTTP/1.0 200 OK\r\n\r\nthanks", 200],
    ["without a length", `HTTP/1.1 200 OK\r\n${CLOSE}\r\nthanks`, 200],
    [
      "after news that it will come",
      "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
      200,
    ],
    ["in chunks", "HTTP/1.1 202 Accepted\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nyes\r\n0\r\n\r\n", 202],
  ])("%s", async (_, bytes, responseStatus) => {
    expect(await post(startAnswer(bytes))).toMatchObject({ ...fine, responseStatus });
  });

  it("as failed unless it is 2xx, with its body", async () => {
    const moved = "HTTP/1.1 307 Moved\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 4\r\n\r\ngone";
    const made = await post(startAnswer(moved));
    expect(made).toMatchObject({ responseStatus: 307, succeeded: false, error: null });
    expect(made.responseBody?.toString()).toBe("gone");
  });

  it("as sent, compressed or not", async () => {
    const packed = gzipSync(Buffer.alloc(5_000_000));
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`;
    const made = await post(startAnswer(Buffer.concat([Buffer.from(head), packed]), { stays: true }));
    expect(made).toMatchObject(fine);
    expect(made.responseBody).toEqual(packed.subarray(0, 8192));
  });

  it("if it has ten megabytes, of which it keeps the start", async () => {
    const size = 10 * 1024 * 1024;
    const body = Buffer.concat([
      Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`),
      Buffer.alloc(size, "x"),
    ]);
    const made = await post(startAnswer(body, { stays: true }));
    expect(made).toMatchObject(fine);
    expect(made.responseBody).toHaveLength(8192);
  });

  it("if its body isn't text", async () => {
    const made = await post(startAnswer("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\na\0b"));
    expect(made).toMatchObject({ ...fine, responseBody: Buffer.from("a\0b") });
  });
});

describe("the error text says that", () => {
  it.each([
    [
      "the headers are too large",
      `HTTP/1.1 200 OK\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
      "The response headers are too large.",
    ],
    ["a header is no text", "HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n", "The response is not valid HTTP."],
    [
      "it switches to another protocol",
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
      "The response is not valid HTTP.",
    ],
    [
      "half of an answer came",
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
      "The connection was closed before the response was complete.",
    ],
  ])("%s", async (_, bytes, error) => {
    expect(await post(startAnswer(bytes))).toMatchObject({ error, succeeded: false });
  });

  it("the connection was reset midway, and keeps what had arrived", async () => {
    const made = await post(
      startRawHost((socket) =>
        socket.once("data", () => {
          socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", () =>
            setTimeout(() => socket.resetAndDestroy(), 50),
          );
        }),
      ),
    );
    expect(made).toMatchObject({ responseStatus: 200, succeeded: false });
    expect(made.error).toContain("before the response was complete");
    expect(made.responseBody?.toString()).toBe("half");
  });

  it("nothing speaks TLS there", async () => {
    const error = "No secure connection could be made.";
    expect(await post(startAnswer("HTTP/1.1 400 Bad Request\r\n\r\n"), "https")).toMatchObject({ error });
  });
});

describe("the certificate", () => {
  const trusted = getCACertificates("default");
  afterEach(() => setDefaultCACertificates(trusted));
  const [past, future] = ["2021-01-01T00:00:00Z", "2100-01-01T00:00:00Z"].map((at) => new Date(at)) as [Date, Date];

  it.each([
    ["that no authority signed", future, false, "The certificate is self-signed."],
    ["that has expired", past, true, "The certificate has expired."],
    ["for another host", future, true, "The certificate is for another host."],
  ])("%s is refused", async (_, until, isTrusted, error) => {
    const made = selfSignedCertificate({ host: "hooks.example.com", until });
    if (isTrusted) setDefaultCACertificates([...trusted, made.cert]);
    const sent = await post(
      startRawHost((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), made),
      "https",
    );
    expect(sent).toMatchObject({ responseStatus: null, succeeded: false, error });
  });
});

it("keeps headers as text that the database accepts, up to 16 KB", () => {
  const kept = keepHeaders({
    "x-nul": "a\0b",
    "x-half": "a\ud800b",
    "set-cookie": ["a\0", "b"],
    "x-long": "x".repeat(40_000),
    "x-late": "y",
  });
  expect(kept).toMatchObject({ "x-nul": "a\uFFFDb", "x-half": "a\uFFFDb", "set-cookie": ["a\uFFFD", "b"] });
  expect(JSON.stringify(kept).length).toBeLessThan(17_000);
});
