import { expect, it } from "vitest";
import { emit, emitAll, MAX_ENDPOINTS } from "@/lib/domain/events";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makePartner } from "@/lib/testing/factories";
import { events, namedObjectsOf, objectsOf } from "./events";

it("finds ids and addresses at any depth, once, and nothing else", () => {
  expect(
    objectsOf({
      scene: { id: "s1", title: "A title", uploadSessionId: null },
      performers: [{ email: "a@example.com", status: "consented" }, { email: "a@example.com" }],
      sha256: "ff",
    }),
  ).toEqual(["s1", "a@example.com"]);
  expect(objectsOf(events["solo_account.verified"].example)).toHaveLength(2);
  expect(objectsOf({ unsignedPerformers: ["b@example.com"], status: ["x"] })).toEqual(["b@example.com"]);
});

it("leaves out values that no index can hold", () => {
  expect(objectsOf({ externalContentId: "x".repeat(513), contentId: "" })).toEqual([]);
});

it("returns the status of each", () => {
  expect(namedObjectsOf({ scene: { id: "s1", performers: [{ email: "a@example.com" }] }, ids: ["no id"] })).toEqual([
    { name: "scene.id", value: "s1" },
    { name: "scene.performers.email", value: "a@example.com" },
  ]);
});

const ping = (partnerId: string, message: string) => ({ type: "test.ping", partnerId, data: { message } }) as const;

async function makeEndpoints(count: number) {
  const partner = await makePartner();
  const ids = Array.from({ length: count }, newId);
  const row = { partnerId: partner.id, url: "https://example.com", createdAt: new Date() };
  await db.webhookEndpoint.createMany({ data: ids.map((id) => ({ id, ...row })) });
  return { partnerId: partner.id, ids };
}

const deliveriesOf = (partnerId: string) =>
  db.webhookDelivery.findMany({ where: { partnerId }, orderBy: { id: "asc" } });

it("delivers an event to every endpoint, even beyond the limit of endpoints", async () => {
  const { partnerId, ids } = await makeEndpoints(MAX_ENDPOINTS + 5);
  await inTransaction((tx) => emit(tx, ping(partnerId, "hi")));
  const made = await deliveriesOf(partnerId);
  expect(made.map(({ endpointId }) => endpointId).toSorted()).toEqual(ids.toSorted());
  for (const { id } of made) expect(id).toMatch(/^del_[0-9a-z]{25}$/);
});

it("writes several events at once in order, each with its own deliveries in the same order", async () => {
  const { partnerId } = await makeEndpoints(3);
  const messages = [...Array.from({ length: 20 }, (_, n) => String(n)), '…\u0000 "last"'];
  await inTransaction((tx) =>
    emitAll(
      tx,
      messages.map((message) => ping(partnerId, message)),
    ),
  );
  const events = await db.webhookEvent.findMany({ where: { partnerId }, orderBy: { id: "asc" } });
  const told = events.map(({ body }) => JSON.parse(Buffer.from(body).toString()).data.message);
  expect(told).toEqual(messages);
  expect((await deliveriesOf(partnerId)).map(({ eventId }) => eventId)).toEqual(
    events.flatMap(({ id }) => [id, id, id]),
  );
});
