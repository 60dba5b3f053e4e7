import type { Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { newSecret } from "@/lib/domain/webhooks/sign";
import { createReceiverPools, type ReceiverPools } from "@/lib/platform/receivers";
import { startRawHost } from "@/lib/testing/raw-host";
import { startReceiver } from "@/lib/testing/receiver";
import { attempt } from "./attempt";

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
