import type { Duplex } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { answersIn, envelopeIn, hasLimits } from "@/lib/testing/http";
import { ownServer, SHELF, VALID_PARCEL } from "@/lib/testing/own-server";
import { captureConsole } from "./listen";

const own = ownServer();

const get = (more = "", line = `GET ${SHELF} HTTP/1.1`) =>
  `${line}\r\nHost: x\r\nAuthorization: Bearer ${own.key}\r\n${more}\r\n`;
const post = (headers: string, body: string) =>
  `${get(`Content-Type: application/json\r\n${headers}`, `POST ${SHELF} HTTP/1.1`)}${body}`;

describe("unreadable requests", () => {
  it.each([
    ["noise", () => "HELLO\r\n\r\n", 400],
    ["a preface of HTTP/2", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
    ["a path without a slash", () => get("", "GET api/v1/shelves HTTP/1.1"), 400],
    ["a version that there is not", () => get("", `GET ${SHELF} HTTP/1.2`), 400],
    ["a header name with a space", () => get("X-A : b\r\n"), 400],
    ["a header with a NUL", () => get("X-A: \0\r\n"), 400],
    ["a folded header", () => get("X-A: b\r\n c\r\n"), 400],
    ["two lengths", () => post("Content-Length: 2\r\nContent-Length: 3\r\n", "{}"), 400],
    ["a length below nothing", () => post("Content-Length: -2\r\n", "{}"), 400],
    ["a length and chunks", () => post("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), 400],
    ["a body that ends nowhere", () => post("Transfer-Encoding: gzip\r\n", "abc"), 400],
    ["chunks in chunks", () => post("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"), 400],
    ["a chunk without a size", () => post("Transfer-Encoding: chunked\r\n", "zz\r\n{}\r\n0\r\n\r\n"), 400],
    [
      "a chunk with a long extension",
      () => post("Transfer-Encoding: chunked\r\n", `2;${"a".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
      413,
    ],
    ["a long header", () => get(`X-Long: ${"a".repeat(40_000)}\r\n`), 431],
    ["many headers", () => get("A: b\r\n".repeat(4_000)), 431],
    ["a long path", () => get("", `GET ${SHELF}/${"a".repeat(40_000)} HTTP/1.1`), 431],
    ["a tunnel", () => get("", "CONNECT x:80 HTTP/1.1"), 405],
    ["a tunnel to a path", () => get("", `CONNECT ${SHELF} HTTP/1.1`), 405],
    ["an unknown method", () => get("", `BREW ${SHELF} HTTP/1.1`), 405],
  ])("is answered in the envelope, and the connection closes: %s", async (_, text, status) => {
    const answer = envelopeIn(await own.raw(text()));
    expect(answer.status).toBe(status);
    expect(answer.headers.get("connection")).toBe("close");
    expect(answer.headers.get("x-ratelimit-limit")).toBe("60");
    if (status === 405) expect(answer.headers.get("allow")).toContain("GET, POST");
  });
});

describe("several requests on one connection", () => {
  it("are answered before a later one is refused", async () => {
    const first = post(`Content-Length: ${VALID_PARCEL.length}\r\n`, VALID_PARCEL);
    const said = await own.raw(`${first}${get()}NONSENSE\r\n\r\n`);
    expect(answersIn(said).map(({ status }) => status)).toEqual([201, 200, 400]);
    const tunnel = await own.raw(`${first}${get("", "CONNECT x:80 HTTP/1.1")}`);
    expect(answersIn(tunnel).map(({ status }) => status)).toEqual([201, 405]);
  });

  it("stop at a request that asks to close, whatever follows", async () => {
    const said = await own.raw(`${get("Connection: close\r\n")}NONSENSE\r\n\r\n`);
    expect(answersIn(said).map(({ status }) => status)).toEqual([200]);
  });
});

it("answers HTTP/1.0 and closes the connection, unless asked to keep it alive", async () => {
  const old = `GET ${SHELF} HTTP/1.0\r\nAuthorization: Bearer ${own.key}\r\n`;
  const [closing] = answersIn(await own.raw(`${old}\r\n`));
  expect([closing?.status, closing?.headers.get("connection")]).toEqual([200, "close"]);
  const [staying] = answersIn(await own.raw(`${old}Connection: keep-alive\r\n\r\n`));
  expect([staying?.status, staying?.headers.get("connection")]).toEqual([200, "keep-alive"]);
});

it("ignores an offered protocol upgrade, even with an upgrade listener", async () => {
  const listener = (_: unknown, socket: Duplex) => socket.destroy();
  own.server.on("upgrade", listener);
  for (const protocol of ["h2c", "websocket"]) {
    const offer = {
      connection: "Upgrade, HTTP2-Settings",
      upgrade: protocol,
      "http2-settings": "AAMAAABkAAQCAAAAAAIAAAAA",
    };
    const refused = await own.send(SHELF, { headers: offer });
    expect(refused.status).toBe(401);
    expect(hasLimits(refused.headers)).toBe(true);
    expect((await own.call(SHELF, { headers: offer })).status).toBe(200);
  }
  own.server.off("upgrade", listener);
});

const release = captureConsole();

/** What was logged while `say` ran. */
function logged(say: () => void): { level: string; line: string }[] {
  const lines: { level: string; line: string }[] = [];
  for (const level of ["debug", "info", "warn", "error"] as const) {
    vi.spyOn(log, level).mockImplementation(
      (...said: unknown[]) => void lines.push({ level, line: String(said.at(-1)) }),
    );
  }
  say();
  return lines;
}

describe("Next's console output", () => {
  it("becomes a log line of the same level", () => {
    const lines = logged(() => {
      console.log("ready %s in %d ms", "x", 3);
      console.info("i");
      console.debug("d");
      console.warn("w", { a: 1 });
      console.error("e");
      console.trace("t");
    });
    expect(lines).toEqual([
      { level: "info", line: "ready x in 3 ms" },
      { level: "info", line: "i" },
      { level: "debug", line: "d" },
      { level: "warn", line: "w { a: 1 }" },
      { level: "error", line: "e" },
      { level: "debug", line: "t" },
    ]);
  });

  it("can't forge a line, and has no colors", () => {
    const [line] = logged(() => console.error(" \u001b[31m⨯\u001b[39m", '/portal\n{"level":"fatal","msg":"forged"}'));
    expect(line?.line).toBe('⨯ /portal\n{"level":"fatal","msg":"forged"}');
    expect(JSON.stringify({ msg: line?.line }).split("\n")).toHaveLength(1);
  });

  it("has the error's stack, and no token", () => {
    const [line] = logged(() =>
      console.error(
        new Error("The requested resource isn't a valid image for /onboard/Yk3n0Zt8mJw5q1rX7uVb?token=t0ken"),
      ),
    );
    expect(line?.level).toBe("error");
    expect(line?.line).toMatch(/for \/onboard\/\[redacted\]\?token=\[redacted\]\n {4}at /);
  });

  it("is cut if it is too long", () => {
    const [line] = logged(() => console.error("x".repeat(100_000)));
    expect(line?.line).toHaveLength(8_000);
  });

  it("goes to the console again after release", () => {
    release();
    expect(logged(() => console.debug("d"))).toEqual([]);
  });
});
