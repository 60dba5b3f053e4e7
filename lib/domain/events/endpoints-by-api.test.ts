import { expect, it } from "vitest";
import * as one from "@/app/api/v1/webhook-endpoints/[endpointId]/route";
import * as all from "@/app/api/v1/webhook-endpoints/route";
import { db } from "@/lib/platform/db";
import { call } from "@/lib/testing/api";
import { linesOn } from "@/lib/testing/effects";
import { setVariables } from "@/lib/testing/env";
import { makeKey, makePartner } from "@/lib/testing/factories";
import { endpointInput, makeEndpoint } from "@/lib/testing/webhooks";
import { liveSecrets } from "./open-secrets";

async function setUp() {
  const partner = await makePartner();
  const { key } = await makeKey(partner);
  const create = (body: unknown) => call(all.POST, { key, body });
  const on = (endpointId: string) => ({ key, params: { endpointId } });
  return { partner, key, create, on };
}

it("creates, reads, changes and deletes an endpoint, and tells its secret once", async () => {
  const { key, create, on } = await setUp();
  const { url } = endpointInput();
  const { status, body } = await create({ url, types: ["solo_account.verified"] });
  expect([status, body.status, body.description]).toEqual([201, "enabled", null]);
  const { secret, ...rest } = body;
  const endpointId = String(body.endpointId);
  expect((await liveSecrets([endpointId])).get(endpointId)).toEqual([secret]);
  expect((await call(one.GET, on(endpointId))).body).toEqual(rest);
  expect((await call(all.GET, { key })).body).toEqual({ endpoints: [rest] });

  const paused = { ...rest, status: "paused", description: "Queue" };
  const change = { status: "paused", description: "Queue" };
  expect((await call(one.PATCH, { ...on(endpointId), body: change, method: "PATCH" })).body).toEqual(paused);
  expect((await call(one.PATCH, { ...on(endpointId), body: {}, method: "PATCH" })).body).toEqual(paused);
  expect((await call(one.DELETE, { ...on(endpointId), method: "DELETE" })).body).toEqual({ deleted: true, endpointId });
  expect((await call(one.DELETE, { ...on(endpointId), method: "DELETE" })).status).toBe(404);
  expect((await call(all.GET, { key })).body).toEqual({ endpoints: [] });
  expect((await linesOn(endpointId)).map(({ action }) => action)).toEqual(
    ["created", "edited", "paused", "deleted"].map((what) => `webhook_endpoint.${what}`),
  );
});

it("checks URLs as the portal does", async () => {
  const { create, on } = await setUp();
  const input = endpointInput();
  const { body } = await create(input);
  const { endpointId } = (await create(endpointInput())).body;
  const taken = { status: 400, body: { code: "invalid_field", field: "url" } };
  expect(await create(input)).toMatchObject(taken);
  const options = { ...on(String(endpointId)), method: "PATCH" };
  expect(await call(one.PATCH, { ...options, body: { url: body.url } })).toMatchObject(taken);
  setVariables({ ALLOW_PRIVATE_WEBHOOKS: "0" });
  expect(await create({ url: "https://127.0.0.1/hooks" })).toMatchObject(taken);
  expect(await create({ url: "http://example.com/hooks" })).toMatchObject(taken);
  expect(await create({ url: "hooks", types: ["test.ping"] })).toMatchObject({
    status: 400,
    body: { field: "types.0" },
  });
});

it("lists none of another partner's endpoints, and deletes none", async () => {
  const { key, on } = await setUp();
  const { endpointId } = await makeEndpoint(await makePartner());
  expect((await call(all.GET, { key })).body).toEqual({ endpoints: [] });
  expect((await call(one.DELETE, { ...on(endpointId), method: "DELETE" })).status).toBe(404);
  expect((await db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } })).deletedAt).toBeNull();
});

it("refuses types of any shape and number as a problem of their field, without reading all of them", async () => {
  const { create, key } = await setUp();
  const shapes: unknown[] = [{ toString: 1, valueOf: 1 }, ["toString"], { constructor: 1 }, 7, true, "x".repeat(1_000)];
  for (const type of shapes) {
    const { status, body } = await create({ ...endpointInput(), types: [type] });
    expect([status, body.field]).toEqual([400, "types.0"]);
  }
  const nested = `{"url":"https://example.com","types":[${"[".repeat(20_000)}${"]".repeat(20_000)}]}`;
  expect((await call(all.POST, { key, body: nested })).status).toBe(400);
  const { body, status } = await create({ ...endpointInput(), types: Array(100_000).fill("x") });
  expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: "types" })]]);
});
