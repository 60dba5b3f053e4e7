import type { Duplex } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeKey, makePartner } from "@/lib/testing/factories";
import { hasLimits, type OwnServer, type SendOptions, SHELF, startOwnServer } from "@/lib/testing/own-server";

let own: OwnServer;
let key: string;

beforeAll(async () => {
  own = await startOwnServer();
});
afterAll(() => own.stop());
beforeEach(async () => {
  key = (await makeKey(await makePartner())).key;
});

const send = (path: string, options: SendOptions = {}) => own.send(path, { key, ...options });

describe("what our own socket accepts", () => {
  it("answers what is not HTTP, and headers without end, in the same envelope", async () => {
    const noise = await own.raw("HELLO\r\n\r\n");
    expect(noise).toContain("HTTP/1.1 400");
    expect(noise).toContain("X-RateLimit-Limit: 60");
    const flood = await own.raw(`GET ${SHELF} HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(40_000)}\r\n\r\n`);
    expect(flood).toContain("HTTP/1.1 431");
    expect(flood).toContain('{"error":');
  });

  it("answers a request that offers another protocol as if it did not, though somebody listens for upgrades", async () => {
    const listener = (_: unknown, socket: Duplex) => socket.destroy();
    own.server.on("upgrade", listener);
    for (const protocol of ["h2c", "websocket"]) {
      const offer = {
        connection: "Upgrade, HTTP2-Settings",
        upgrade: protocol,
        "http2-settings": "AAMAAABkAAQCAAAAAAIAAAAA",
      };
      const refused = await send(SHELF, { key: null, headers: offer });
      expect(refused.status).toBe(401);
      expect(hasLimits(refused.headers)).toBe(true);
      expect((await send(SHELF, { headers: offer })).status).toBe(200);
    }
    own.server.off("upgrade", listener);
  });
});
