import { describe, expect, it } from "vitest";
import { routes } from "@/app/api/routes";
import { GET as getAsyncApi } from "@/app/docs/asyncapi.json/route";
import { GET as getSchema } from "@/app/schemas/[name]/route";
import { EVENT_TYPES, events } from "@/lib/domain/events/events";
import { declaredWebhooks } from "@/lib/domain/events/reference";
import { env } from "@/lib/platform/env";
import { membersOf, problemsOf } from "@/lib/testing/spectral";
import { asyncApiDocument } from "./asyncapi";
import { openApiDocument } from "./document";
import { jsonSchemas } from "./json-schemas";

const BASE = "https://records.vellum.dev";

describe("the AsyncAPI document", () => {
  it.each([BASE, "http://localhost:3000"])("passes Spectral's AsyncAPI rules without a warning at %s", async (base) => {
    expect(await problemsOf(asyncApiDocument(declaredWebhooks, base), "asyncapi")).toEqual([]);
  });

  it("is checked by rules that do find mistakes", async () => {
    const { operations: _, ...broken } = asyncApiDocument(declaredWebhooks, BASE);
    expect(await problemsOf({ ...broken, operations: { deliver: { action: "shout" } } }, "asyncapi")).not.toEqual([]);
    expect(await problemsOf({ ...broken, info: { title: "x" } }, "asyncapi")).not.toEqual([]);
  });

  it("has a message for each event type, in one operation, and resolves each of its references", () => {
    const document = asyncApiDocument(declaredWebhooks, BASE) as {
      operations: { deliverEvent: { messages: { $ref: string }[] } };
      components: { messages: Record<string, { name: string; examples: { payload: { type: string } }[] }> };
    };
    const messages = Object.values(document.components.messages);
    expect(messages.map(({ name }) => name)).toEqual(EVENT_TYPES);
    expect(messages.map(({ examples }) => examples[0]?.payload.type)).toEqual(EVENT_TYPES);
    expect(document.operations.deliverEvent.messages).toHaveLength(EVENT_TYPES.length);
    for (const reference of membersOf(document, "$ref")) {
      const path = String(reference).slice("#/".length).split("/");
      const found = path.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);
      expect(found, String(reference)).toBeDefined();
    }
  });

  it("is public, and readable by pages of any origin", async () => {
    const answer = getAsyncApi();
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
    expect(await answer.json()).toMatchObject({ asyncapi: "3.0.0" });
  });
});

describe("the JSON Schemas", () => {
  const schemas = jsonSchemas(routes, declaredWebhooks, BASE);

  it("say the same as the OpenAPI document, with addresses for references", () => {
    const document = openApiDocument(routes, BASE, declaredWebhooks) as {
      webhooks: Record<string, { post: { requestBody: { content: { "application/json": { schema: object } } } } }>;
      components: { schemas: Record<string, object> };
    };
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      expect(schemas.get(type), type).toMatchObject(post.requestBody.content["application/json"].schema);
    }
    const named = Object.entries(document.components.schemas).filter(([name]) => !/Error$/.test(name));
    expect(named.length).toBeGreaterThan(30);
    for (const [name, schema] of named) {
      const withAddresses = JSON.stringify(schema).replace(/#\/components\/schemas\/(\w+)/g, `${BASE}/schemas/$1.json`);
      expect(schemas.get(name), name).toMatchObject(JSON.parse(withAddresses));
    }
  });

  it("refer to each other only", () => {
    const addresses = new Set([...schemas.values()].map(({ $id }) => $id));
    expect(addresses.size).toBe(schemas.size);
    const references = [...membersOf([...schemas.values()], "$ref")];
    expect(references.length).toBeGreaterThan(3);
    for (const reference of references) expect(addresses).toContain(reference);
  });

  it("are served at their $id, for pages of any origin, and nothing else is", async () => {
    const ask = (name: string) => getSchema(new Request(BASE), { params: Promise.resolve({ name }) });
    for (const name of [...Object.keys(events), "LogContentBody", "ComplianceCopyUpload"]) {
      const answer = await ask(`${name}.json`);
      expect(answer.status, name).toBe(200);
      expect(answer.headers.get("content-type")).toBe("application/schema+json");
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(await answer.json()).toMatchObject({ $id: `${env().baseUrl}/schemas/${name}.json` });
    }
    for (const name of ["LogContentBody", "nothing.json", "constructor.json", ""]) {
      expect((await ask(name)).status, name).toBe(404);
    }
  });
});
