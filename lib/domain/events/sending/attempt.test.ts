import type { Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { newSecret } from "@/lib/domain/events/sign";
import { createReceiverPools, type ReceiverPools } from "@/lib/platform/receivers";
import { selfSignedCertificate, startAnswer, startRawHost } from "@/lib/testing/raw-host";
import { startReceiver } from "@/lib/testing/receiver";
import { attempt, keepHeaders } from "./attempt";

const closing: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close();
});

function pools(allowPrivate = true): ReceiverPools {
  const made = createReceiverPools({ allowPrivate });
  closing.push(made);
  return made;
}

const message = (url: string) => ({
  deliveryId: "del_test",
  endpointId: "endpoint",
  eventId: "evt_1",
  type: "test.ping",
  url,
  body: Buffer.from("{}"),
  secrets: [newSecret()],
});

async function startHost(greet: (socket: Socket) => void): Promise<string> {
  const host = await startRawHost(greet);
  closing.push(host);
  return `http://127.0.0.1:${host.port}/`;
}

async function post(host: Promise<{ port: number; close: () => Promise<void> }>, protocol = "http") {
  const { port, close } = await host;
  closing.push({ close });
  const means = { pools: pools(), allowPrivate: true, attemptMs: 10_000 };
  return attempt(message(`${protocol}://127.0.0.1:${port}/`), means);
}

describe("an attempt", () => {
  it("goes to the registered path and query, with the headers it reports", async () => {
    const receiver = await startReceiver();
    closing.push(receiver);
    const made = await attempt(message(receiver.url), { pools: pools(), allowPrivate: true });
    expect(made).toMatchObject({ responseStatus: 200, error: null, succeeded: true });
    const headers = receiver.received[0]?.headers;
    for (const [name, value] of Object.entries(made.requestHeaders)) expect(headers?.[name.toLowerCase()]).toBe(value);
    expect(headers?.["content-length"]).toBe("2");
  });

  it.each([
    "https://127.0.0.1:9/",
    "https://[::1]/",
    "https://[::127.0.0.1]/",
    "https://localhost/",
    "https://169.254.169.254/latest/meta-data/",
    "http://hooks.example.com/",
  ])("is never made to %s, even if that was allowed at registration", async (url) => {
    const made = await attempt(message(url), { pools: pools(false), allowPrivate: false });
    const error = expect.stringMatching(/public internet|https/);
    expect(made).toMatchObject({ responseStatus: null, succeeded: false, error });
  });

  it("isn't made if the registered name now has a private address", async () => {
    const made = createReceiverPools({ allowPrivate: false, resolve: async () => ["93.184.216.34", "127.0.0.1"] });
    closing.push(made);
    const sent = await attempt(message("https://hooks.example.com/"), { pools: made, allowPrivate: false });
    expect(sent).toMatchObject({ succeeded: false, error: expect.stringContaining("public internet") });
  });

  it("times out if the name servers don't answer", async () => {
    const made = createReceiverPools({ allowPrivate: false, resolve: () => new Promise(() => {}) });
    closing.push(made);
    const means = { pools: made, allowPrivate: false, attemptMs: 300 };
    expect((await attempt(message("https://hooks.example.com/"), means)).error).toContain("No complete response");
  });

  it("times out if the connection, the response or its end doesn't come", async () => {
    const silent = await startHost(() => {});
    const dripping = await startHost((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
      const drip = setInterval(() => socket.write("x"), 20);
      socket.on("close", () => clearInterval(drip));
    });
    const halfway = await startHost((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"));
    for (const url of [silent, halfway, dripping, silent.replace("http:", "https:")]) {
      const made = await attempt(message(url), { pools: pools(), allowPrivate: true, attemptMs: 300 });
      expect(made).toMatchObject({ succeeded: false, error: expect.stringContaining("No complete response") });
    }
  });

  it("describes what went wrong", async () => {
    const closed = await startHost((socket) => socket.destroy());
    const babble = await startHost((socket) => socket.end("good morning\r\n\r\n"));
    const refused = await startHost(() => {});
    await closing.pop()?.close();
    // No name has a label this long, so no name server is asked.
    const unnamed = `http://${"a".repeat(64)}.invalid/`;
    const words = [];
    for (const url of [closed, babble, refused, refused.replace("http:", "https:"), unnamed]) {
      words.push((await attempt(message(url), { pools: pools(), allowPrivate: true, attemptMs: 3000 })).error);
    }
    expect(words).toEqual([
      "The connection was closed before a response arrived.",
      "The response is not valid HTTP.",
      "The connection was refused.",
      "The connection was refused.",
      "The host name was not found.",
    ]);
  });

  it("reads only a little more of an endless response than it keeps", async () => {
    let sent = 0;
    const endless = await startHost((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n");
      const write = () => {
        while (!socket.destroyed && socket.write("x".repeat(64 * 1024))) sent += 64 * 1024;
      };
      socket.on("drain", write);
      write();
    });
    const made = await attempt(message(endless), { pools: pools(), allowPrivate: true, attemptMs: 5000 });
    expect(made).toMatchObject({ responseStatus: 200, succeeded: true });
    expect(made.responseBody).toHaveLength(8192);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });
});

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
