import { expect, it } from "vitest";
import { routes } from "@/app/api/routes";
import { JSON_TYPE, ownServer, SHELF, VALID_PARCEL } from "@/lib/testing/own-server";
import { createParcel, readParcel } from "@/lib/testing/sample-endpoint";
import { openApiDocument } from "./document";

// The published document describes every HTTP response: its status and each of its headers.

const own = ownServer();
const PATH = "/api/v1/shelves/{shelfId}";
type Operation = { responses: Record<string, { headers: Record<string, unknown> } | undefined> };
const document = openApiDocument(
  [{ path: PATH, handlers: { GET: readParcel, POST: createParcel } }],
  "https://x.example",
);
const { [PATH]: operations } = document.paths as Record<string, Record<"get" | "post", Operation>>;

type Sent = NonNullable<Parameters<typeof own.call>[1]> & { path?: string };
const post = (body: string, more: Sent = {}): Sent => ({ method: "POST", headers: JSON_TYPE, body, ...more });

it.each<[number, "get" | "post", Sent]>([
  [200, "get", {}],
  [201, "post", post(VALID_PARCEL)],
  [400, "get", { headers: { "transfer-encoding": "gzip, chunked" } }],
  [400, "post", post("{")],
  [400, "post", post("{}")],
  [400, "post", post(VALID_PARCEL, { path: `${SHELF}?copies=%E0%A4` })],
  [401, "get", { key: null }],
  [403, "get", { key: "svc_test_nobody" }],
  [404, "post", post(VALID_PARCEL, { path: "/api/v1/shelves/missing" })],
  [405, "get", { method: "PATCH" }],
  [405, "post", { method: "DELETE" }],
  [409, "post", post(VALID_PARCEL.replace("Hello", "full"))],
  [413, "post", post(JSON.stringify({ title: "x".repeat(2 ** 20) }))],
  [415, "post", { method: "POST", body: "title=Hello" }],
  [417, "get", { headers: { expect: "a-miracle" } }],
  [431, "get", { headers: { "x-padding": "x".repeat(20_000) } }],
  [500, "post", post(VALID_PARCEL.replace("Hello", "crash"))],
])("%i of a %s", async (status, operation, { path = SHELF, ...sent }) => {
  const answer = await own.call(path, sent);
  expect(answer.status).toBe(status);
  const described = operations?.[operation].responses[status];
  expect(described).toBeDefined();
  for (const name of Object.keys(described?.headers ?? {})) expect(answer.headers).toHaveProperty(name.toLowerCase());
});

it("429 for a call over the limit", async () => {
  let answer = await own.call(SHELF);
  for (let i = 0; i < 300; i++) answer = await own.call(SHELF);
  expect(answer.status).toBe(429);
  for (const name of Object.keys(operations?.get.responses["429"]?.headers ?? {})) {
    expect(answer.headers).toHaveProperty(name.toLowerCase());
  }
});

it("408 for a body that doesn't arrive, and every other status of the server itself", () => {
  for (const { responses } of Object.values(operations ?? {})) {
    for (const status of [400, 405, 408, 417, 431, 500]) expect(responses[status]).toBeDefined();
  }
});

it("503 has Retry-After, except for a call that may have taken effect", () => {
  const { paths } = openApiDocument(routes, "https://x.example") as {
    paths: Record<string, Record<string, Operation & { operationId: string }>>;
  };
  const operationsOf = Object.values(paths).flatMap((path) => Object.values(path));
  const isOptional = ({ responses }: Operation) =>
    JSON.stringify(responses["503"]?.headers["Retry-After"]).includes("false");
  const unsure = operationsOf.filter(isOptional).map(({ operationId }) => operationId);
  expect(unsure.toSorted()).toEqual(["createCollabScene", "createProduction", "createUploadSession"]);
});

it("a route can't miss a field where none is required", () => {
  const { paths } = openApiDocument(routes, "https://x.example") as {
    paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
  };
  const says = (path: string, method: string) => paths[path]?.[method]?.responses["400"]?.description;
  expect(says("/api/v1/events", "get")).not.toContain("missing_parameter");
  expect(says("/api/v1/events", "get")).toContain("invalid_field");
  expect(says("/api/v1/productions", "get")).toContain("missing_parameter");
});
