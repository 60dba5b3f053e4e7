import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { requestLog } from "@/lib/api/request-log/queue";
import { db } from "@/lib/platform/db";
import type { Problem } from "@/lib/platform/errors";
import { emailAddress } from "@/lib/platform/wire";
import { call } from "@/lib/testing/api";
import { makeKey, makePartner } from "@/lib/testing/factories";
import { createParcel, readParcel } from "@/lib/testing/sample-endpoint";
import { endpoint } from "./endpoint";

const valid = { title: "Hello", sender: "Ada@Example.com " };
const params = { shelfId: "s1" };
let key: string;

beforeEach(async () => {
  key = (await makeKey(await makePartner())).key;
});

const send = (body: unknown, more: object = {}) => call(createParcel, { key, params, body, ...more });

describe("success", () => {
  it("passes parsed input to the handler and returns its reply", async () => {
    const { status, body, headers } = await send({ ...valid, sentAt: "2026-09-05T14:00:00+02:00" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ title: "Hello", sender: "ada@example.com", sentAt: "2026-09-05T12:00:00.000Z" });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  it("returns bare data with 200", async () => {
    expect((await send({ ...valid, title: "again" })).status).toBe(200);
  });

  it("ignores unknown fields, including hostile ones", async () => {
    const { status, body } = await send(
      '{"title":"Hello","sender":"a@b.co","__proto__":{"note":"x"},"constructor":1,"zz":[null]}',
    );
    expect(status).toBe(201);
    expect(body).not.toHaveProperty("note");
  });

  it("treats null as absent for an optional field, and uses the last of a repeated member", async () => {
    const { status, body } = await send(
      '{"title":"one","title":"two","sender":"a@b.co","note":null,"stamps":null,"sentAt":null}',
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({ title: "two", sentAt: null });
  });
});

describe("validation", () => {
  const cases: [string, unknown, { code: string; field?: string }][] = [
    ["a missing field", { sender: "a@b.co" }, { code: "missing_parameter", field: "title" }],
    ["null for a required field", { title: null, sender: "a@b.co" }, { code: "missing_parameter", field: "title" }],
    ["the first problem in declared order", { sender: 1, title: 2 }, { code: "invalid_field", field: "title" }],
    [
      "a problem deep inside",
      { ...valid, stamps: [{ cents: 1 }, { cents: 0 }] },
      { code: "invalid_field", field: "stamps.1.cents" },
    ],
    ["a missing field deep inside", { ...valid, stamps: [{}] }, { code: "missing_parameter", field: "stamps.0.cents" }],
    ["a date without a time", { ...valid, sentAt: "2026-09-05" }, { code: "invalid_field", field: "sentAt" }],
    [
      "a number that overflows",
      `{"title":"x","sender":"a@b.co","stamps":[{"cents":1e400}]}`,
      { code: "invalid_field", field: "stamps.0.cents" },
    ],
    ["NUL in text", { ...valid, note: "a\0b" }, { code: "invalid_field", field: "note" }],
    [
      "half a surrogate pair",
      String.raw`{"title":"x","sender":"a@b.co","note":"\ud800"}`,
      { code: "invalid_field", field: "note" },
    ],
    ["NUL before another problem", { title: "a\0", sender: "nobody" }, { code: "invalid_field", field: "title" }],
    ["an empty body", "", { code: "missing_parameter", field: "title" }],
    ["an array", "[]", { code: "invalid_json" }],
    ["null", "null", { code: "invalid_json" }],
    ["broken JSON", '{"title":', { code: "invalid_json" }],
    ["deep nesting", "[".repeat(200_000), { code: "invalid_json" }],
    [
      "invalid UTF-8",
      Buffer.concat([Buffer.from('{"sender":"a@b.co","title":"'), Buffer.from([0xff]), Buffer.from('"}')]),
      { code: "invalid_json" },
    ],
  ];
  it.each(cases)("refuses %s", async (_, body, expected) => {
    const answer = await send(body);
    expect(answer.status).toBe(400);
    const { error, errors, ...rest } = answer.body;
    expect([typeof error, rest]).toEqual(["string", expected]);
    expect(expected.field ? (errors as unknown[])[0] : null).toEqual(
      expected.field ? { ...expected, message: error } : null,
    );
    expect(Object.hasOwn(answer.body, "errors")).toBe(expected.field !== undefined);
  });

  it("survives deep nesting in an unknown field", async () => {
    expect(
      (await send(`{"title":"x","sender":"a@b.co","z":${"[".repeat(100_000)}${"]".repeat(100_000)}}`)).status,
    ).toBe(201);
  });

  it("refuses an invalid query parameter, and ignores an unknown one", async () => {
    expect((await send(valid, { query: { copies: "0" } })).body).toMatchObject({
      code: "invalid_field",
      field: "copies",
    });
    expect((await send(valid, { query: { other: "%" } })).status).toBe(201);
  });

  it("names every problem of a query, and parameters that look misspelt", async () => {
    const query = z.object({ email: emailAddress, limit: z.coerce.number().max(9), after: z.string().optional() });
    const list = endpoint({
      operationId: "list",
      tag: "Content",
      summary: "",
      query,
      responses: { 200: z.object({}) },
      handle: () => ({}),
    });
    const ask = async (search: string) => {
      const request = new Request(`https://r.example/?${search}`, { headers: { authorization: `Bearer ${key}` } });
      return ((await (await list(request)).json()) as { errors: Problem[] }).errors;
    };
    expect(await ask("e_mail=a@b.co&limit=99&afte=x")).toEqual([
      { code: "missing_parameter", field: "email", message: "email is required. Did you send it as e_mail?" },
      { code: "invalid_field", field: "limit", message: "limit must be at most 9" },
      { code: "unknown_field", field: "after", message: "We ignored afte. Did you mean after?" },
    ]);
    expect((await ask("limit=1&limit=99&email=x")).map(({ message }) => message)).toEqual([
      "limit must not be repeated",
      "email must be an email address",
    ]);
  });

  it("answers 404 for an impossible parameter", async () => {
    expect((await call(readParcel, { key, params: { shelfId: "a\0b" } })).status).toBe(404);
  });

  it.each([
    ["text/plain", 415],
    ["application/json; charset=iso-8859-1", 415],
    ["application/x-www-form-urlencoded", 415],
    ["application/json;charset=UTF-8", 201],
    ["application/vnd.api+json", 201],
    ["APPLICATION/JSON", 201],
  ])("answers %s with %i", async (type, status) => {
    expect((await send(valid, { headers: { "content-type": type } })).status).toBe(status);
  });

  it("refuses a compressed body instead of reading it as text, and says what it accepts", async () => {
    for (const coding of ["gzip", "br", "identity, gzip"]) {
      const answer = await send(gzipSync(JSON.stringify(valid)), { headers: { "content-encoding": coding } });
      expect([answer.status, answer.body.code]).toEqual([415, "unsupported_media_type"]);
      expect(answer.headers.get("accept-encoding")).toBe("identity");
    }
    expect((await send(valid, { headers: { "content-encoding": "identity" } })).status).toBe(201);
  });

  it("refuses more than 1 MiB while streaming, and accepts exactly 1 MiB", async () => {
    const frame = JSON.stringify({ ...valid, pad: "" });
    const fill = (total: number) => frame.replace('"pad":""', `"pad":"${"x".repeat(total - frame.length)}"`);
    expect((await send(fill(1024 * 1024))).status).toBe(201);
    expect((await send(fill(1024 * 1024 + 1))).status).toBe(413);
  });
});

describe("errors", () => {
  it("turns errors of verbs into the flat envelope", async () => {
    const answer = await send({ ...valid, title: "full" });
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({ error: "The shelf is full", code: "SHELF_FULL" });
    expect((await send(valid, { params: { shelfId: "missing" } })).body).toEqual({ error: "Not found" });
  });

  it("reveals no internals when something breaks", async () => {
    const answer = await send({ ...valid, title: "crash" });
    expect(answer.status).toBe(500);
    expect(Object.keys(answer.body)).toEqual(["error"]);
    expect(JSON.stringify(answer.body)).not.toContain("hunter2");
  });

  it("fails rather than send undeclared data", async () => {
    const answer = await send({ ...valid, title: "leak" });
    expect(answer.status).toBe(500);
  });
});

describe("request log", () => {
  it("has a row for each call with a key, with the response's request id", async () => {
    const answer = await send(
      { title: "Hello", sender: "nobody" },
      { headers: { "user-agent": "curl/8", "x-api-token": "t0k" } },
    );
    await requestLog().flush();
    const row = await db.requestLog.findFirstOrThrow({ where: { id: answer.headers.get("x-request-id") ?? "" } });
    expect(row).toMatchObject({
      method: "POST",
      status: 400,
      statusClass: 4,
      code: "invalid_field",
      field: "sender",
      userAgent: "curl/8",
      requestBody: '{"title":"Hello","sender":"nobody"}',
      responseBody: JSON.stringify(answer.body),
    });
    expect(row.requestHeaders).toMatchObject({ authorization: "[redacted]", "x-api-token": "[redacted]" });
    expect(row.responseHeaders).toMatchObject({ "X-RateLimit-Limit": "300" });
    expect(JSON.stringify(row)).not.toContain(key);
  });
});
