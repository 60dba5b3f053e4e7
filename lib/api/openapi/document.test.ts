import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { routes } from "@/app/api/routes";
import { events } from "@/lib/domain/webhooks/events";
import { declaredWebhooks } from "@/lib/domain/webhooks/reference";
import { createParcel, readParcel } from "@/lib/testing/sample-endpoint";
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

describe("the OpenAPI document", () => {
  it.each([BASE, "http://localhost:3000"])(
    "passes Redocly's recommended rules without a warning at %s",
    async (base) => {
      const config = await createConfig({ extends: ["recommended"] });
      const source = JSON.stringify(openApiDocument(routes, base, declaredWebhooks));
      const problems = await lintFromString({ source, absoluteRef: "/openapi.json", config });
      expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
    },
  );

  it("is judged by rules that do find something", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const broken = { ...openApiDocument(routes, BASE, declaredWebhooks), security: [{ unknown: [] }] };
    const problems = await lintFromString({ source: JSON.stringify(broken), absoluteRef: "/openapi.json", config });
    expect(problems.length).toBeGreaterThan(0);
  });

  it("says of a route what the route says of itself, and what every route can answer", () => {
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
      "409",
      "413",
      "415",
      "429",
      "500",
    ]);
    expect(Object.keys(get?.responses ?? {})).toEqual(["200", "401", "403", "404", "429", "500"]);
    expect(post?.responses["409"]?.description).toBe("- `SHELF_FULL`: The shelf is full.");
    expect(post?.responses["429"]?.content["application/json"].schema).toEqual({
      $ref: "#/components/schemas/RateLimitError",
    });
    expect(Object.keys(post?.responses["429"]?.headers ?? {})).toContain("Retry-After");
    for (const response of Object.values(post?.responses ?? {})) {
      expect(Object.keys(response.headers)).toEqual(
        expect.arrayContaining(["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]),
      );
    }
  });

  it("marks optional bodies, and shows formats without the expressions behind them", () => {
    const { paths } = read({ path: "/api/v1/shelves/{shelfId}", handlers: { POST: createParcel } });
    const body = paths["/api/v1/shelves/{shelfId}"]?.post?.requestBody;
    expect(body?.required).toBe(true);
    expect(body?.content["application/json"].schema).toMatchObject({
      required: ["title", "sender"],
      properties: {
        sender: { type: "string", format: "email" },
        sentAt: { type: "string", format: "date-time" },
        title: { type: "string", minLength: 1, maxLength: 10 },
      },
    });
    expect(JSON.stringify(body)).not.toContain("pattern");
  });

  it("never tells readers of responses that there are no other fields", () => {
    expect(JSON.stringify(openApiDocument(routes, BASE, declaredWebhooks))).not.toContain("additionalProperties");
  });

  it("tells of every type of event what is posted", () => {
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

  it("refuses two shapes under one name", () => {
    const components = new Components();
    components.add(z.object({ a: z.object({ x: z.string() }).meta({ id: "TwiceNamed" }) }), "output");
    z.globalRegistry.clear();
    expect(() =>
      components.add(z.object({ a: z.object({ y: z.string() }).meta({ id: "TwiceNamed" }) }), "output"),
    ).toThrow("TwiceNamed");
  });
});
