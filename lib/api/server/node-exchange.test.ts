import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { requestLog } from "@/lib/api/request-log/queue";
import { db } from "@/lib/platform/db";
import { JSON_TYPE, ownServer, SHELF, VALID_PARCEL } from "@/lib/testing/own-server";

const own = ownServer();

describe("a body on our own socket", () => {
  it("reads bodies, sent at once or in pieces", async () => {
    expect((await own.call(SHELF, { method: "POST", headers: JSON_TYPE, body: VALID_PARCEL })).status).toBe(201);
    const chunked = await own.raw(
      `POST ${SHELF} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${own.key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n` +
        `${VALID_PARCEL.length.toString(16)}\r\n${VALID_PARCEL}\r\n0\r\n\r\n`,
    );
    expect(chunked).toContain("HTTP/1.1 201 Created");
  });

  it("refuses a large declared body before reading it, and lets the caller read why", async () => {
    const answer = await own.raw(
      `POST ${SHELF} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${own.key}\r\nContent-Type: application/json\r\nContent-Length: 500000000\r\n\r\n{`,
    );
    expect(answer).toContain("HTTP/1.1 413");
    expect(answer).toContain("X-RateLimit-Limit: 300");
    expect(answer.toLowerCase()).toContain("connection: close");
    expect(answer).toContain('"code":"payload_too_large"');
  });

  it("stops an endless body at 1 MiB, and its caller still gets the answer", async () => {
    const answer = await own.call(SHELF, {
      method: "POST",
      headers: { ...JSON_TYPE, "transfer-encoding": "chunked" },
      body: Buffer.alloc(3 * 1024 * 1024, 32),
    });
    expect(answer.status).toBe(413);
  });

  it("keeps the connection for a caller who reads only after sending everything", async () => {
    const answer = await new Promise<string>((resolve) => {
      let said = "";
      const socket = connect(own.port, "127.0.0.1", () => {
        socket.pause();
        socket.write(
          `POST ${SHELF} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${own.key}\r\nContent-Type: application/json\r\nContent-Length: 3000000\r\n\r\n`,
        );
        for (let i = 0; i < 30; i++) setTimeout(() => socket.write(Buffer.alloc(100_000, 32)), i * 10);
        setTimeout(() => socket.resume(), 500);
      });
      socket.on("data", (chunk) => {
        said += chunk;
      });
      socket.on("error", () => resolve(`${said} broken off`));
      socket.on("close", () => resolve(said));
    });
    expect(answer).toContain("HTTP/1.1 413");
    expect(answer).not.toContain("broken off");
  });

  it("keeps a connection usable after refusing a request with an unread body", async () => {
    const first = `POST ${SHELF} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello`;
    const second = `GET ${SHELF} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${own.key}\r\n\r\n`;
    const answer = await own.raw(first + second);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401", "HTTP/1.1 200"]);
  });

  it("survives a caller that disconnects during a body, and logs the call", async () => {
    await own.raw(
      `POST ${SHELF} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${own.key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"ti`,
      100,
    );
    await expect
      .poll(async () => {
        await requestLog().flush();
        return (await db.requestLog.findMany({ where: { partnerId: own.partnerId } })).map((row) => row.status);
      })
      .toEqual([400]);
  });
});
