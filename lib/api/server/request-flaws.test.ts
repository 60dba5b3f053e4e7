import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { requestLog } from "@/lib/api/request-log/queue";
import { db } from "@/lib/platform/db";
import { answersIn, envelopeIn } from "@/lib/testing/http";
import { ownServer, SHELF, VALID_PARCEL } from "@/lib/testing/own-server";

const own = ownServer();

const keyed = (line: string, ...headers: string[]) =>
  [line, `Authorization: Bearer ${own.key}`, ...headers, "", ""].join("\r\n");
const JSON_BODY = ["Content-Type: application/json", `Content-Length: ${VALID_PARCEL.length}`];

async function loggedStatuses(): Promise<number[]> {
  await requestLog().flush();
  return (await db.requestLog.findMany({ where: { partnerId: own.partnerId } })).map((row) => row.status);
}

describe("the host", () => {
  it.each([
    ["missing", `GET ${SHELF} HTTP/1.1`, []],
    ["given twice", `GET ${SHELF} HTTP/1.1`, ["Host: x", "host: x"]],
    ["no host", `GET ${SHELF} HTTP/1.1`, ["Host: a/b"]],
    ["missing from a page's request", "GET /portal HTTP/1.1", []],
    ["of another protocol's request", `GET ${SHELF} HTTP/2.0`, ["Host: x"]],
  ])("is refused with a 400 when it is %s", async (_, line, headers) => {
    expect(envelopeIn(await own.raw(keyed(line, ...headers))).status).toBe(400);
    expect(own.toNext).toEqual([]);
  });

  it.each(["localhost:3000", "[::1]:3000", "xn--bcher-kva.example", ""])("may be %j", async (host) => {
    const [answer] = answersIn(await own.raw(keyed(`GET ${SHELF} HTTP/1.1`, `Host: ${host}`)));
    expect(answer?.status).toBe(200);
  });
});

describe("the Expect header", () => {
  it("is refused and logged if it can't be met", async () => {
    const line = `GET ${SHELF} HTTP/1.1`;
    expect(envelopeIn(await own.raw(keyed(line, "Host: x", "Expect: foo"))).status).toBe(417);
    expect(envelopeIn(await own.raw(`${line}\r\nHost: x\r\nExpect: foo\r\n\r\n`)).status).toBe(401);
    expect(await loggedStatuses()).toEqual([417]);
    expect(envelopeIn(await own.raw("GET /portal HTTP/1.1\r\nHost: x\r\nExpect: foo\r\n\r\n")).status).toBe(417);
  });

  it("gets 100 Continue when the body is wanted", async () => {
    const said = await new Promise<string>((resolve) => {
      let heard = "";
      const head = keyed(
        `POST ${SHELF} HTTP/1.1`,
        "Host: x",
        "Expect: 100-continue",
        "Connection: close",
        ...JSON_BODY,
      );
      const socket = connect(own.port, "127.0.0.1", () => socket.write(head));
      socket.on("data", (chunk) => {
        if (heard === "") socket.write(VALID_PARCEL);
        heard += chunk;
      });
      socket.on("close", () => resolve(heard));
    });
    expect(answersIn(said).map(({ status }) => status)).toEqual([100, 201]);
  });

  it.each([
    ["a call without a key", 401, (head: string) => head.replace(/Authorization.*\r\n/, "")],
    ["too large a body", 413, (head: string) => head.replace(/Content-Length: .*\r\n/, "Content-Length: 5000000\r\n")],
    ["a path that is none", 404, (head: string) => head.replace(SHELF, "/api/v1/nothing")],
  ])("gets no 100 Continue for %s, but an immediate refusal, and the connection closes", async (_, status, spoil) => {
    const head = keyed(`POST ${SHELF} HTTP/1.1`, "Host: x", "Expect: 100-continue", ...JSON_BODY);
    const answer = envelopeIn(await own.raw(spoil(head)));
    expect([answer.status, answer.headers.get("connection")]).toEqual([status, "close"]);
  });

  it("lets a caller that doesn't wait read the refusal", async () => {
    const said = await new Promise<string>((resolve) => {
      let heard = "";
      const head = `POST ${SHELF} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 60000\r\n\r\n`;
      const socket = connect(own.port, "127.0.0.1", () => socket.pause().write(head));
      for (const ms of [100, 150]) setTimeout(() => socket.write(Buffer.alloc(30_000, 32)), ms);
      setTimeout(() => socket.resume(), 250);
      socket.on("data", (chunk) => {
        heard += chunk;
      });
      socket.on("error", () => resolve(`${heard} broken off`));
      socket.on("close", () => resolve(heard));
    });
    expect(envelopeIn(said).status).toBe(401);
  });

  it("gets 100 Continue for requests to Next", async () => {
    const lines = ["Host: x", "Origin: http://localhost:3000", "Expect: 100-continue", "Content-Length: 2"];
    const said = await own.raw(`POST /portal HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    expect(said.startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200")).toBe(true);
  });
});

describe("a body with a transfer coding", () => {
  it("is refused if it has another coding under the chunks, and the connection stays in sync", async () => {
    const coded = keyed(
      `POST ${SHELF} HTTP/1.1`,
      "Host: x",
      "Content-Type: application/json",
      "Transfer-Encoding: gzip, chunked",
    );
    const said = await own.raw(`${coded}2\r\n{}\r\n0\r\n\r\n${keyed(`GET ${SHELF} HTTP/1.1`, "Host: x")}`);
    expect(answersIn(said).map(({ status }) => status)).toEqual([400, 200]);
    expect(said).toContain("Transfer-Encoding");
  });

  it("may be chunked in any case", async () => {
    const chunked = keyed(
      `POST ${SHELF} HTTP/1.1`,
      "Host: x",
      "Content-Type: application/json",
      "Transfer-Encoding: Chunked",
    );
    const said = await own.raw(`${chunked}${VALID_PARCEL.length.toString(16)}\r\n${VALID_PARCEL}\r\n0\r\n\r\n`);
    expect(answersIn(said)[0]?.status).toBe(201);
  });
});
