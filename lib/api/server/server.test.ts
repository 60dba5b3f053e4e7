import { Agent, request as httpRequest, type IncomingHttpHeaders, type Server } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestLog } from "@/lib/api/request-log/queue";
import { db } from "@/lib/platform/db";
import { makeKey, makePartner } from "@/lib/testing/factories";
import { createParcel, readParcel } from "@/lib/testing/sample-endpoint";
import { createDispatch } from "./dispatch";
import { createHttpServer, listen } from "./listen";

const agent = new Agent({ keepAlive: true });
let server: Server;
let proxied: Server;
let port: number;
let proxiedPort: number;
let partner: { id: string };
let key: string;
let seenByNext: { headers: IncomingHttpHeaders; raw: string[] };

const routes = [{ path: "/api/v1/shelves/{shelfId}", handlers: { GET: readParcel, POST: createParcel } }];

const plain = {
  GET: () => Response.json({ fine: true }),
  PUT: (request: Request) => new Response(request.body),
};

function start(trustedProxies: number): Server {
  return createHttpServer(
    createDispatch({
      routes,
      plainRoutes: [
        {
          path: "/plain",
          handlers: plain,
        },
      ],
      rest: (message, response) => {
        seenByNext = { headers: message.headers, raw: message.rawHeaders };
        response.end("next");
      },
      baseUrl: "http://localhost:3000",
      trustedProxies,
    }),
  );
}

beforeAll(async () => {
  server = start(0);
  proxied = start(1);
  port = await listen(server, { port: 0, host: "127.0.0.1" });
  proxiedPort = await listen(proxied, { port: 0, host: "127.0.0.1" });
});
afterAll(() => {
  agent.destroy();
  for (const each of [server, proxied]) {
    each.close();
    each.closeAllConnections();
  }
});
beforeEach(async () => {
  partner = await makePartner();
  key = (await makeKey(partner)).key;
});

type Options = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  key?: string | null;
  port?: number;
};

function send(path: string, options: Options = {}) {
  const { method = "GET", headers = {}, body, key: withKey = key } = options;
  return new Promise<{
    status: number;
    headers: IncomingHttpHeaders;
    text: string;
    json: () => Record<string, unknown>;
  }>((resolve, reject) => {
    const call = httpRequest(
      {
        agent,
        port: options.port ?? port,
        path,
        method,
        headers: { ...(withKey !== null && { authorization: `Bearer ${withKey}` }), ...headers },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: () => JSON.parse(text) }),
        );
      },
    );
    call.on("error", reject);
    call.end(body);
  });
}

/** Says `text` on a socket and returns everything that comes back until the server closes or is quiet. */
function raw(text: string, quietMs = 300): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.setTimeout(quietMs, () => socket.destroy());
    socket.on("data", (chunk) => {
      said += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(said));
  });
}

const shelf = "/api/v1/shelves/s1";
const valid = JSON.stringify({ title: "Hello", sender: "a@b.co" });
const json = { "content-type": "application/json" };
const hasLimits = (headers: IncomingHttpHeaders) =>
  ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"].every((name) =>
    /^\d+$/.test(String(headers[name])),
  );

describe("the partner API on our own socket", () => {
  it("serves a route, with its parameters decoded", async () => {
    const answer = await send("/api/v1/shelves/s%2F1?copies=1");
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({ parcelId: "s/1" });
    expect(Number(answer.headers["content-length"])).toBe(Buffer.byteLength(answer.text));
  });

  it("reads bodies, sent at once or in pieces", async () => {
    expect((await send(shelf, { method: "POST", headers: json, body: valid })).status).toBe(201);
    const chunked = await raw(
      `POST ${shelf} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n` +
        `${valid.length.toString(16)}\r\n${valid}\r\n0\r\n\r\n`,
    );
    expect(chunked).toContain("HTTP/1.1 201 Created");
  });

  it.each([
    ["an unknown path", "/api/v1/nothing", "GET", 404],
    ["the root", "/api/v1", "GET", 404],
    ["the root with a slash", "/api/v1/", "GET", 404],
    ["a trailing slash", `${shelf}/`, "GET", 404],
    ["a path that does not decode", "/api/v1/shelves/%E0%A4", "GET", 404],
    ["a wrong method", shelf, "DELETE", 405],
    ["a wrong content type", shelf, "POST", 415],
  ])("answers %s in the envelope, with every header", async (_, path, method, status) => {
    const answer = await send(path, { method, ...(method === "POST" && { body: "x" }) });
    expect(answer.status).toBe(status);
    expect(hasLimits(answer.headers)).toBe(true);
    expect(answer.headers["x-ratelimit-limit"]).toBe("300");
    expect(answer.json().error).toEqual(expect.any(String));
    if (status === 405) expect(answer.headers.allow).toBe("GET, POST, HEAD, OPTIONS");
    const anonymous = await send(path, { method, key: null });
    expect(anonymous.status).toBe(401);
    expect(anonymous.headers["x-ratelimit-limit"]).toBe("60");
  });

  it("answers HEAD like GET without the body, and OPTIONS with the methods", async () => {
    const head = await send(shelf, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.text).toBe("");
    expect(Number(head.headers["content-length"])).toBeGreaterThan(0);
    const options = await send(shelf, { method: "OPTIONS" });
    expect(options.status).toBe(204);
    expect(options.headers.allow).toBe("GET, POST, HEAD, OPTIONS");
    expect((await send(shelf, { method: "OPTIONS", key: null })).status).toBe(401);
  });

  it("refuses an announced large body before it comes, and lets the caller read why", async () => {
    const answer = await raw(
      `POST ${shelf} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 500000000\r\n\r\n{`,
    );
    expect(answer).toContain("HTTP/1.1 413");
    expect(answer).toContain("X-RateLimit-Limit: 300");
    expect(answer.toLowerCase()).toContain("connection: close");
    expect(answer).toContain('"code":"payload_too_large"');
  });

  it("stops an endless body at 1 MiB, and the caller that sends on still gets the answer", async () => {
    const answer = await send(shelf, {
      method: "POST",
      headers: { ...json, "transfer-encoding": "chunked" },
      body: Buffer.alloc(3 * 1024 * 1024, 32),
    });
    expect(answer.status).toBe(413);
  });

  it("does not break the connection off over the answer of a caller who only reads when all is sent", async () => {
    const answer = await new Promise<string>((resolve) => {
      let said = "";
      const socket = connect(port, "127.0.0.1", () => {
        socket.pause();
        socket.write(
          `POST ${shelf} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 3000000\r\n\r\n`,
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

  it("keeps a connection usable after refusing a request whose body it did not read", async () => {
    const first = `POST ${shelf} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello`;
    const second = `GET ${shelf} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    const answer = await raw(first + second);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401", "HTTP/1.1 200"]);
  });

  it("answers what is not HTTP, and headers without end, in the same envelope", async () => {
    const noise = await raw("HELLO\r\n\r\n");
    expect(noise).toContain("HTTP/1.1 400");
    expect(noise).toContain("X-RateLimit-Limit: 60");
    const flood = await raw(`GET ${shelf} HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(40_000)}\r\n\r\n`);
    expect(flood).toContain("HTTP/1.1 431");
    expect(flood).toContain('{"error":');
  });

  it("answers a request that offers another protocol as if it did not, though somebody listens for upgrades", async () => {
    const listener = (_: unknown, socket: Duplex) => socket.destroy();
    server.on("upgrade", listener);
    for (const protocol of ["h2c", "websocket"]) {
      const offer = {
        connection: "Upgrade, HTTP2-Settings",
        upgrade: protocol,
        "http2-settings": "AAMAAABkAAQCAAAAAAIAAAAA",
      };
      const refused = await send(shelf, { key: null, headers: offer });
      expect(refused.status).toBe(401);
      expect(hasLimits(refused.headers)).toBe(true);
      expect((await send(shelf, { headers: offer })).status).toBe(200);
    }
    server.off("upgrade", listener);
  });

  it("understands a request line with a whole address", async () => {
    const answer = await raw(
      `GET http://any.example${shelf} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    );
    expect(answer).toContain("HTTP/1.1 200");
  });

  it("survives a caller that goes away in the middle of a body, and logs the call", async () => {
    await raw(
      `POST ${shelf} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"ti`,
      100,
    );
    await expect
      .poll(async () => {
        await requestLog().flush();
        return (await db.requestLog.findMany({ where: { partnerId: partner.id } })).map((row) => row.status);
      })
      .toEqual([400]);
  });

  it("takes the address from the socket, or from as many proxies as are trusted", async () => {
    const forged = { "x-forwarded-for": "6.6.6.6, 203.0.113.9" };
    await send(shelf, { headers: forged });
    await send(shelf, { headers: forged, port: proxiedPort });
    await requestLog().flush();
    const rows = await db.requestLog.findMany({ where: { partnerId: partner.id }, orderBy: { at: "asc" } });
    expect(rows.map((row) => row.ip)).toEqual(["127.0.0.1", "203.0.113.9"]);
    expect(rows[0]).toMatchObject({ route: "/api/v1/shelves/{shelfId}", path: shelf, method: "GET", status: 200 });
  });
});

describe("everything else", () => {
  it("goes to Next with headers that only we may write", async () => {
    const answer = await send("/portal", {
      headers: {
        "x-forwarded-for": "6.6.6.6",
        "x-forwarded-host": "evil.example",
        "x-real-ip": "6.6.6.6",
        "x-request-id": "forged",
        "x-middleware-subrequest": "src/proxy",
        "x-kept": "1",
      },
    });
    expect(answer.text).toBe("next");
    expect(seenByNext.headers).toMatchObject({
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-proto": "http",
      "x-kept": "1",
    });
    expect(seenByNext.headers["x-request-id"]).toMatch(/^[0-9a-z]{25}$/);
    const everything = JSON.stringify(seenByNext);
    for (const forged of ["6.6.6.6", "evil.example", "forged", "subrequest"]) expect(everything).not.toContain(forged);
  });

  it("keeps what a trusted proxy says of name and scheme, and still not the forged rest", async () => {
    await send("/portal", {
      port: proxiedPort,
      headers: {
        "x-forwarded-for": "6.6.6.6, 203.0.113.9",
        "x-forwarded-proto": "https",
        "x-forwarded-host": "records.example.com",
      },
    });
    expect(seenByNext.headers).toMatchObject({
      "x-forwarded-for": "203.0.113.9",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "records.example.com",
    });
  });

  it("serves plain routes with streaming bodies both ways", async () => {
    expect((await send("/plain")).json()).toEqual({ fine: true });
    const body = Buffer.alloc(5 * 1024 * 1024, "abc");
    expect((await send("/plain", { method: "PUT", body })).text).toBe(body.toString());
  });

  it("does not let a look-alike path past the API's door", async () => {
    for (const path of ["/api/v1x", "/API/v1/shelves/s1", "//api/v1/shelves/s1"])
      expect((await send(path)).text).toBe("next");
  });
});
