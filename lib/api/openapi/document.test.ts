import { describe, expect, it } from "vitest";
import { z } from "zod";
import { openRoutes } from "@/app/api/open-routes";
import { routes } from "@/app/api/routes";
import { events } from "@/lib/domain/events/events";
import { declaredWebhooks } from "@/lib/domain/events/reference";
import { createParcel, readParcel } from "@/lib/testing/sample-endpoint";
import { membersOf, problemsOf } from "@/lib/testing/spectral";
import { Components } from "./components";
import { openApiDocument } from "./document";

const BASE = "https://records.vellum.dev";

type Operation = {
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { required: boolean; content: { "application/json": { schema: object; example?: unknown } } };
  responses: Record<
    string,
    { description: string; headers: object; content: { "application/json": { schema: object } } }
  >;
};
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, object> } };

const read = (...listed: Parameters<typeof openApiDocument>[0]): Document => openApiDocument(listed, BASE) as Document;

// Spectral takes seconds for all of them.
const few = routes.slice(0, 2);

describe("the OpenAPI document", () => {
  it("passes Spectral's OpenAPI rules without a warning, also where it may not name its own address", async () => {
    expect(await problemsOf(openApiDocument(routes, BASE, declaredWebhooks, openRoutes), "openapi")).toEqual([]);
    expect(await problemsOf(openApiDocument(few, "http://localhost:3000"), "openapi")).toEqual([]);
  });

  it("is checked by rules that do find mistakes", async () => {
    const { paths, ...broken } = openApiDocument(few, BASE);
    expect(await problemsOf({ ...broken, paths, security: [{ unknown: [] }] }, "openapi")).toHaveLength(1);
    expect(await problemsOf({ ...broken, paths, info: { title: "x", version: "1" } }, "openapi")).not.toEqual([]);
  });

  it("has patterns that compile in every JSON Schema reader: plain ECMAScript, which Python's re understands too", () => {
    const patterns = [...membersOf(openApiDocument(routes, BASE, declaredWebhooks), "pattern")].map(String);
    expect(patterns).toContain("^[^\\u0000-\\u001f\\u007f-\\u009f]*$");
    for (const pattern of patterns) {
      for (const flags of ["", "u"]) expect(() => new RegExp(pattern, flags), pattern).not.toThrow();
      // Python writes \p{…}, \u{…}, \cX, look-behinds and named groups differently, or lacks them.
      expect(pattern).not.toMatch(/\\[pPckuU](?![0-9a-f]{4})|\(\?</);
    }
  });

  it("has patterns that accept what the API accepts", () => {
    const { schemas } = read(...routes).components;
    const patternOf = (schema: string, field: string) => {
      const [pattern] = membersOf((schemas[schema] as { properties: object }).properties[field as never], "pattern");
      return new RegExp(String(pattern));
    };
    const hash = patternOf("LogContentBody", "fileHash");
    const hex = "0123456789abcdef".repeat(4);
    for (const text of [hex, hex.toUpperCase()]) expect(hash.test(text), text).toBe(true);
    for (const text of [hex.slice(1), `${hex}0`, hex.replace("f", "g")]) expect(hash.test(text), text).toBe(false);
    const externalId = patternOf("CreateSoloAccountBody", "externalUserId");
    for (const text of ["creator-1042", "Ünïcode 🎬", "p{Cc}", ""]) expect(externalId.test(text), text).toBe(true);
    for (const text of ["a\0", "a\tb", "a\u007f", "\u009f"]) expect(externalId.test(text), text).toBe(false);
    const contentId = patternOf("LogContentBody", "externalContentId");
    for (const text of ["post-1", "...", ".a", "a."]) expect(contentId.test(text), text).toBe(true);
    for (const text of [".", ".."]) expect(contentId.test(text), text).toBe(false);
  });

  it("allows null for each optional request field and no other, and has no defaults", () => {
    const { schemas } = read(...routes).components;
    const bodies = Object.entries(schemas).filter(([name]) => /Body$|Declaration$/.test(name));
    expect(bodies.length).toBeGreaterThan(2);
    for (const [name, schema] of bodies) {
      const { properties = {}, required = [] } = schema as { properties?: Record<string, object>; required?: string[] };
      for (const [field, given] of Object.entries(properties)) {
        const takesNull = JSON.stringify(given).includes('{"type":"null"}');
        expect(takesNull, `${name}.${field}`).toBe(!required.includes(field));
        expect(given, `${name}.${field}`).not.toHaveProperty("default");
      }
    }
  });

  it("documents maximum lengths, and the largest copy", () => {
    const { schemas } = read(...routes).components;
    expect(schemas.CreateSoloAccountBody).toMatchObject({
      properties: {
        externalUserId: { maxLength: 450 },
        email: { maxLength: 254 },
        callbackUrl: { maxLength: 2048 },
        redirectUrl: { anyOf: [{ maxLength: 2048 }, { type: "null" }] },
      },
    });
    expect(schemas.LogContentBody).toMatchObject({
      properties: {
        title: { maxLength: 2000 },
        externalContentId: { anyOf: [{ maxLength: 512 }, { type: "null" }] },
        platform: { anyOf: [{ maxLength: 500 }, { type: "null" }] },
      },
    });
    expect(schemas.ComplianceCopyDeclaration).toMatchObject({
      properties: { sizeBytes: { minimum: 1, maximum: 500 * 2 ** 20 - 1 } },
    });
  });

  it("documents what a route declares, and the errors that every route can return", () => {
    const { paths } = read({ path: "/api/v1/shelves/{shelfId}", handlers: { GET: readParcel, POST: createParcel } });
    const { get, post } = paths["/api/v1/shelves/{shelfId}"] ?? {};
    expect(post?.parameters).toMatchObject([
      { name: "shelfId", in: "path", required: true },
      { name: "copies", in: "query", required: false },
    ]);
    expect(Object.keys(post?.responses ?? {})).toEqual([
      "200",
      "201",
      "400",
      "401",
      "403",
      "404",
      "405",
      "408",
      "409",
      "413",
      "415",
      "417",
      "429",
      "431",
      "500",
      "503",
    ]);
    const always = ["400", "401", "403", "404", "405", "408", "417", "429", "431", "500", "503"];
    expect(Object.keys(get?.responses ?? {})).toEqual(["200", ...always]);
    expect(post?.responses["409"]?.description).toBe("- `SHELF_FULL`: The shelf is full.");
    expect(post?.responses["429"]?.content["application/json"].schema).toEqual({
      $ref: "#/components/schemas/RateLimitError",
    });
    expect(Object.keys(post?.responses["429"]?.headers ?? {})).toContain("Retry-After");
    expect(Object.keys(post?.responses["405"]?.headers ?? {})).toContain("Allow");
    expect(Object.keys(post?.responses["401"]?.headers ?? {})).toContain("WWW-Authenticate");
    for (const response of Object.values(post?.responses ?? {})) {
      expect(Object.keys(response.headers)).toEqual(
        expect.arrayContaining(["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]),
      );
    }
  });

  it("marks optional bodies, and shows formats without their regular expressions", () => {
    const { paths } = read({ path: "/api/v1/shelves/{shelfId}", handlers: { POST: createParcel } });
    const body = paths["/api/v1/shelves/{shelfId}"]?.post?.requestBody;
    expect(body?.required).toBe(true);
    expect(body?.content["application/json"].schema).toMatchObject({
      required: ["title", "sender"],
      properties: {
        sender: { type: "string", format: "email" },
        sentAt: { anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] },
        title: { type: "string", minLength: 1, maxLength: 10 },
        note: { anyOf: [{ type: "string" }, { type: "null" }] },
      },
    });
    expect(JSON.stringify(body)).not.toContain("pattern");
  });

  it("never rules out other fields in responses", () => {
    expect(JSON.stringify(openApiDocument(routes, BASE, declaredWebhooks))).not.toContain(
      '"additionalProperties":false',
    );
  });

  it("documents the body of every event type", () => {
    const { webhooks } = openApiDocument(routes, BASE, declaredWebhooks) as {
      webhooks: Record<string, { post: Operation }>;
    };
    expect(Object.keys(webhooks)).toEqual(Object.keys(events));
    const deleted = webhooks["content_log.deleted"]?.post;
    expect(deleted?.requestBody?.content["application/json"]).toMatchObject({
      schema: {
        required: ["id", "type", "created", "data"],
        properties: {
          type: { const: "content_log.deleted" },
          data: {
            required: ["accountId", "externalContentId", "contentLogId", "depictionId", "contentUrl", "contentType"],
            properties: { legalBasis: { enum: expect.arrayContaining(["DMCA"]) } },
          },
        },
      },
      example: { type: "content_log.deleted", data: events["content_log.deleted"].example },
    });
    expect(deleted?.parameters).toContainEqual({ $ref: "#/components/parameters/X-SVC-Signature" });
    expect(openApiDocument([], BASE)).not.toHaveProperty("webhooks");
  });

  it("documents the key set at the root, without a key", () => {
    const document = openApiDocument(routes, BASE, declaredWebhooks, openRoutes) as Document & { servers: unknown };
    expect(document.servers).toEqual([{ url: BASE, description: "The service." }]);
    const { get, ...others } = document.paths["/.well-known/jwks.json"] ?? {};
    expect(others).toEqual({});
    expect(get).toMatchObject({ operationId: "getKeySet", security: [], responses: { 200: {}, 503: {} } });
    expect(Object.keys(get?.responses[200]?.headers ?? {})).toEqual(["Cache-Control", "X-Request-Id"]);
    expect(get?.responses[200]?.content).toMatchObject({
      "application/jwk-set+json": { schema: { $ref: "#/components/schemas/KeySet" } },
    });
    expect(document.components.schemas.KeySet).toMatchObject({
      required: ["keys"],
      properties: { keys: { items: { required: ["kty", "n", "e", "kid", "alg", "use"] } } },
    });
  });

  it("refuses two schemas under one name", () => {
    const components = new Components();
    const first = z.object({ x: z.string() }).meta({ id: "TwiceNamed" });
    components.add(z.object({ a: first }), "output");
    z.globalRegistry.remove(first);
    expect(() =>
      components.add(z.object({ a: z.object({ y: z.string() }).meta({ id: "TwiceNamed" }) }), "output"),
    ).toThrow("TwiceNamed");
  });
});
