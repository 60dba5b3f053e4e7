import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "@/app/api/routes";
import { openApiDocument } from "@/lib/api/openapi/document";
import { KEY_AREAS } from "@/lib/domain/parties/keys/scopes";
import type { Problem } from "@/lib/platform/errors";
import { callOnce as call, foreign } from "@/lib/testing/api";
import { type MadePartner, makeKey, makePartner } from "@/lib/testing/factories";
import { recordFingerprint } from "@/lib/testing/sql";
import { AREAS, METHODS, neededBy, type RouteHandler } from "./declaration";
import { isOptional, shapeOf } from "./shape";

// Tests that every declared endpoint must pass. A new route is tested as soon as it exists.

const ROOT = "app/api/v1";
/** Calls whose bodies are small. */
const CHECKS = ["checkContent", "checkTalent", "verifyCertificate"];
const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("route.ts") && !file.includes("[[..."))
  .map((file) => join(ROOT, file));
const endpoints = routes.flatMap(({ path, handlers }) =>
  METHODS.flatMap((method) => {
    const handler = handlers[method];
    return handler ? [{ name: `${method} ${path}`, path, method, handler, declaration: handler.declaration }] : [];
  }),
);

let key: string;
let testKey: string;
let mine: MadePartner;
let other: MadePartner;

beforeAll(async () => {
  // More calls than a key may make in a minute.
  mine = await makePartner({ collabScenes: true, keyLimit: 10_000, addressLimit: 10_000 });
  key = (await makeKey(mine)).key;
  testKey = (await makeKey(mine, { mode: "test" })).key;
  other = await makePartner();
});

const pathOf = (file: string) =>
  `/${file
    .replace(/\/route\.ts$/, "")
    .replace(/^app\//, "")
    .replaceAll(/\[(\w+)\]/g, "{$1}")}`;

describe("routes", () => {
  it.each(files)("%s is declared and listed in app/api/routes.ts", async (file) => {
    const exported: Record<string, unknown> = await import(/* @vite-ignore */ resolve(file));
    const route = routes.find(({ path }) => path === pathOf(file));
    expect(route, `${pathOf(file)} is not in app/api/routes.ts`).toBeDefined();
    const methods = Object.keys(exported).filter((name) => /^[A-Z]+$/.test(name));
    expect(methods.length).toBeGreaterThan(0);
    for (const method of methods) {
      expect(METHODS, `${method} is not a method that routes may have`).toContain(method);
      expect(
        (exported[method] as Partial<RouteHandler>).declaration,
        `${method} is not made by endpoint()`,
      ).toBeDefined();
      expect(route?.handlers[method as "GET"]).toBe(exported[method]);
    }
  });

  it("are listed only if their file exists", () => {
    expect(routes.map(({ path }) => path).sort()).toEqual(files.map(pathOf).sort());
  });

  it("are all in an area that keys can be restricted to, and each area has routes", () => {
    const areas = new Set(endpoints.map(({ declaration }) => AREAS[declaration.tag]));
    expect([...areas].toSorted()).toEqual([...KEY_AREAS].toSorted());
  });

  it("only read if they are GETs, or HEADs of those, or declare it", () => {
    for (const { declaration } of endpoints) expect(neededBy(declaration, "HEAD").access).toBe("read");
    const reads = endpoints.filter(({ method, declaration }) => neededBy(declaration, method).access === "read");
    const notGet = reads.filter(({ method }) => method !== "GET").map(({ declaration }) => declaration.operationId);
    expect(notGet.toSorted()).toEqual(["checkContent", "checkTalent", "verifyCertificate"]);
  });

  it("are all in the OpenAPI document, each with its own operation id", () => {
    const { paths } = openApiDocument(routes, "https://records.example.com") as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.sort()).toEqual(endpoints.map(({ name }) => name).sort());
    const ids = endpoints.map(({ declaration }) => declaration.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe.each(endpoints)("$name", ({ path, method, handler, declaration }) => {
  const { params, body, example = {} } = declaration;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const input = {
    method,
    params: example.params ?? {},
    query: example.query ?? {},
    ...(body && { body: example.body }),
  };

  it("declares what its path and reference need", () => {
    expect(Object.keys(params ? shapeOf(params) : {})).toEqual(names);
    expect(Object.keys(example.params ?? {})).toEqual(names);
    if (body) expect(body.safeParse(example.body).success, "the example body is not valid").toBe(true);
    for (const [status, schema] of Object.entries(declaration.responses)) {
      const answer = status === "200" && example.repeated !== undefined ? example.repeated : example.response;
      expect(schema.safeParse(answer).success, `the example response ${status} is not valid`).toBe(true);
    }
  });

  it("answers 401 without a key, and writes nothing", async () => {
    const before = await recordFingerprint();
    expect((await call(handler, input)).status).toBe(401);
    expect(await recordFingerprint()).toEqual(before);
  });

  it("answers 403 to a test key, and writes nothing", async () => {
    const before = await recordFingerprint();
    const { status, body: answer } = await call(handler, { ...input, key: testKey });
    expect([status, answer.code]).toEqual([403, "TEST_MODE_UNAVAILABLE"]);
    expect(await recordFingerprint()).toEqual(before);
  });

  it("answers 403 insufficient_scope, before validation, to a key for other areas or for reading, and writes nothing", async () => {
    const { area, access } = neededBy(declaration, method);
    const owner = await makePartner({ collabScenes: true });
    const keyFor = async (scopes: string[]) => (await makeKey(owner, { restrictions: { scopes, networks: null } })).key;
    const others = KEY_AREAS.filter((other) => other !== area).map((other) => `${other}:write`);
    const outside = await keyFor(others);
    const reading = await keyFor([...others, `${area}:read`]);
    const writing = await keyFor([`${area}:write`]);
    const before = await recordFingerprint();
    const broken = body ? { body: "{bad" } : {};
    const refused = [
      await call(handler, { ...input, key: outside }),
      await call(handler, { ...input, ...broken, key: outside }),
    ];
    const read = await call(handler, { ...input, ...broken, key: reading });
    if (access === "write") refused.push(read);
    for (const { status, body: answer } of refused) {
      expect([status, answer]).toEqual([403, { error: expect.stringContaining(access), code: "insufficient_scope" }]);
    }
    if (access === "read") expect(read.status).not.toBe(403);
    expect((await call(handler, { ...input, ...broken, key: writing })).status).not.toBe(403);
    expect(await recordFingerprint()).toEqual(before);
  });

  if (names.length > 0)
    it("answers 404 for another partner's resource, just as for a missing and a malformed one, and writes nothing", async () => {
      const theirs: Record<string, string> = {};
      for (const name of names) {
        const make = foreign[name];
        if (!make) throw new Error(`add to foreign in lib/testing/api.ts how to make {${name}}`);
        theirs[name] = (await make(other)).id;
      }
      const before = await recordFingerprint();
      const found = await call(handler, { ...input, key, params: theirs });
      const none = await call(handler, { ...input, key });
      expect(found.status).toBe(404);
      expect([none.status, none.body]).toEqual([found.status, found.body]);
      for (const odd of ["x", "' OR 1=1 --", "ü".repeat(500)]) {
        const params = Object.fromEntries(names.map((name) => [name, odd]));
        const answer = await call(handler, { ...input, key, params });
        expect([answer.status, answer.body], odd.slice(0, 20)).toEqual([found.status, found.body]);
      }
      expect(await recordFingerprint()).toEqual(before);
    });

  /** The example's body, with ids of this partner's own. */
  const ownBody = async () => {
    const sent: Record<string, unknown> = { ...(example.body as object) };
    for (const name of Object.keys(sent)) {
      const made = await foreign[name]?.(mine);
      if (made) sent[name] = made.id;
    }
    return sent;
  };

  if (body)
    it("ignores unknown fields", async () => {
      const sent = { ...(await ownBody()), unknownField: { deep: [null, 1] } };
      const { status, body: answer } = await call(handler, { ...input, key, body: sent });
      expect([400, 500]).not.toContain(status);
      expect(JSON.stringify(answer)).not.toContain("unknownField");
    });

  if (!body && method !== "GET")
    it("ignores a body, also a malformed one", async () => {
      const none = await call(handler, { ...input, key });
      const sent = await call(handler, { ...input, key, body: "{bad" });
      expect([sent.status, sent.body]).toEqual([none.status, none.body]);
      expect(sent.status).toBe(404);
    });

  // A body is read only if the path's resource exists.
  const own = async () => {
    const params: Record<string, string> = {};
    for (const name of names) params[name] = (await foreign[name]?.(mine))?.id ?? "";
    return params;
  };

  if (body)
    it("refuses a body over its limit, and writes nothing", async () => {
      const isCheck = CHECKS.includes(declaration.operationId);
      const limit = isCheck ? 64 * 1024 : 1024 * 1024;
      const short = JSON.stringify({ ...(example.body as object), pad: "" });
      const send = (bytes: number, params: Record<string, string>) =>
        call(handler, {
          ...input,
          key,
          params,
          body: short.replace('"pad":""', `"pad":"${"x".repeat(bytes - short.length)}"`),
        });
      const params = await own();
      const before = await recordFingerprint();
      const { status, body: answer } = await send(limit + 1, params);
      expect([status, answer.code]).toEqual([413, "payload_too_large"]);
      expect(await recordFingerprint()).toEqual(before);
      if (isCheck) expect((await send(limit, params)).status).toBe(200);
    });

  const required = Object.entries(body ? shapeOf(body) : {}).filter(([, field]) => !isOptional(field));
  it.each(required)("answers 400 with the field's name when %s is missing", async (name) => {
    const { [name]: _, ...rest } = await ownBody();
    const params = await own();
    for (const sent of [rest, { ...rest, [name]: null }]) {
      const { status, body: answer } = await call(handler, { ...input, key, params, body: sent });
      expect([status, answer.code, answer.field]).toEqual([400, "missing_parameter", name]);
    }
  });

  if (required.length > 0)
    it("names every missing field of an empty body at once", async () => {
      const { status, body: answer } = await call(handler, { ...input, key, params: await own(), body: {} });
      const errors = answer.errors as Problem[];
      expect([status, errors[0]]).toEqual([400, { code: answer.code, field: answer.field, message: answer.error }]);
      const missing = errors.filter(({ code }) => code === "missing_parameter").map(({ field }) => field);
      expect(missing).toEqual(required.map(([name]) => name));
    });

  const fields = Object.entries(body ? shapeOf(body) : {});
  it.each(fields)("answers 400 with the field's name when %s has a wrong type", async (name, field) => {
    const wrong = Object.keys(shapeOf(field)).length > 0 ? "text" : {};
    const { status, body: answer } = await call(handler, {
      ...input,
      key,
      params: await own(),
      body: { ...(await ownBody()), [name]: wrong },
    });
    expect([status, answer.code, answer.field?.toString().split(".")[0]]).toEqual([400, "invalid_field", name]);
  });
});
